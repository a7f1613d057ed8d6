// Two players at each of many matches, each with a connection of their own, who move as soon as they see that they may.
// Prints, as JSON: moves and news in the time given, and the delays from sending a move to the other player's news of it.
const { io } = require('socket.io-client');

const [port, matches, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
let counting = false, played = 0, heard = 0;
const delays = [];
const sent = new Map(); // by match: which state the last move was made in, and when

async function sit(match, seat) {
  const socket = io(`${server}/dodeka`, { transports: ['websocket'], forceNew: true });
  const look = (state) => {
    if (counting) heard++;
    const last = sent.get(match);
    if (last && last.seat !== seat && state._stateID > last.state) {
      if (counting) delays.push(performance.now() - last.at);
      sent.delete(match);
    }
    if (state.ctx.currentPlayer !== seat) return;
    const type = state.G.dice.length ? 'stop' : 'throwDice';
    const payload = { type, args: [], playerID: seat };
    sent.set(match, { seat, state: state._stateID, at: performance.now() });
    socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, match, seat);
    if (counting) played++;
  };
  socket.on('sync', (_, { state }) => look(state));
  socket.on('update', (_, state) => look(state));
  await new Promise((ready) => socket.on('connect', ready));
  return () => socket.emit('sync', match, seat, undefined, 2) // the first to come lays the table;
}

(async () => {
  const begin = [];
  for (let n = 0; n < matches; n++) {
    for (const seat of ['0', '1']) begin.push(await sit(`match-${n}`, seat));
  }
  begin.forEach((start) => start());
  await new Promise((later) => setTimeout(later, 2000));
  console.log('begin');
  counting = true;
  const [since, before] = [performance.now(), process.cpuUsage()];
  await new Promise((later) => setTimeout(later, 1000 * seconds));
  const spent = (performance.now() - since) / 1000;
  const { user, system } = process.cpuUsage(before);
  counting = false;
  delays.sort((a, b) => a - b);
  const at = (share) => delays[Math.floor(delays.length * share)];
  console.log(JSON.stringify({
    played, heard, spent, median: at(0.5), p99: at(0.99), load: (user + system) / 1e6 / spent,
  }));
  process.exit(0);
})();
