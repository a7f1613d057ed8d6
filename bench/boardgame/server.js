// boardgame.io's own server, with its own store in memory, and Dodéka's turn: throw three dice, stop, the next player.
const { Server, Origins } = require('boardgame.io/server');

const game = {
  name: 'dodeka',
  setup: () => ({ dice: [], scores: [0, 0] }),
  moves: {
    throwDice: ({ G, random }) => { G.dice = random.Die(12, 3); },
    stop: ({ G, ctx, events }) => {
      G.scores[Number(ctx.currentPlayer)] += G.dice.reduce((sum, die) => sum + die, 0);
      G.dice = [];
      events.endTurn();
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log('open'));
