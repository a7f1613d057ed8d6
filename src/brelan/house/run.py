"""Starting the house: what `brelan` with no command does."""

import argparse
import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn

from ..engine.paths import data_folder
from ..model.errors import BrelanError
from ..model.words import Say, system_language
from .app import make
from .base.config import Config, is_loopback
from .base.logs import set_up as set_up_log
from .base.words import speak
from .fork import keep_open
from .http.door import SPARE, Connection, Door, raise_descriptors
from .store.database import database, hold, is_url, shown
from .store.store import Store

PORT = 8012
TRIED = 20  # ports tried when the usual one is taken
GOODBYE = 0.4  # seconds requests have to end when the house closes
logger = logging.getLogger("brelan.house")


def own_address() -> str:
    """This machine's address on the local network. Nothing is sent: the system only says which way it would go."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        return socket.gethostbyname(socket.gethostname())
    return "127.0.0.1"


def _bind(host: str, port: int | None, say: Say) -> socket.socket:
    """A socket that listens; without a wish, the usual port or one of the next."""
    wanted = [port] if port not in (None, PORT) else range(PORT, PORT + TRIED)
    for number in wanted:
        # Named as TCP, or asyncio leaves Nagle's delay on: an answer's second packet would wait 40 ms for the first to
        # be acknowledged.
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(512)
            return listener
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRNOTAVAIL:
                raise BrelanError(say("This machine does not have the address {host}.", host=host)) from None
    raise BrelanError(
        say(
            "Port {port} is taken by another program: choose another with --port.",
            port=port if port is not None else PORT,
        )
    )


def _check_addresses(public_url: str, host: str, trust_proxy: str, say: Say) -> None:
    try:
        fits = not public_url or bool(
            urlsplit(public_url).scheme in ("http", "https") and urlsplit(public_url).hostname
        )
        _ = urlsplit(public_url).port
    except ValueError:
        fits = False
    if not fits:
        raise BrelanError(say("--public-url is an address such as https://games.example.org/."))
    for flag, words in (("--host", [host] if host else []), ("--trust-proxy", trust_proxy.split(","))):
        for word in filter(None, map(str.strip, words)):
            try:
                ipaddress.ip_network(word, strict=False)
            except ValueError:
                raise BrelanError(
                    say("{flag} takes an address such as 127.0.0.1, not {value}.", flag=flag, value=repr(word[:60]))
                ) from None


def _greet(config: Config, host: str, place: str, say: Say) -> str:
    """Says where the house is; answers the address for this machine's own browser."""
    here = config.public_url or f"http://localhost:{config.port}/"
    print(say("Brelan is open: {address}", address=here))
    if not config.lan and not is_loopback(host):
        print(say("It listens at {host}: whoever can reach this machine there can come in.", host=host))
    elif config.lan:
        there = config.public_url or f"http://{config.address}:{config.port}/"
        print(say("On the local network: {address}", address=there))
        segno.make(there).terminal(compact=True)
    elif config.public_url:
        print(
            say(
                "It listens on this machine alone, at port {port}: the web server in front lets people in.",
                port=config.port,
            )
        )
    else:
        print(say("Only this machine can come in. `brelan --lan` opens it to phones and laptops on the same network."))
    print(say("Games are kept in {folder}. Ctrl+C closes the house.", folder=place), flush=True)
    return here


def _place_and_lock(data: Path | str | None) -> tuple[Path | str, Any]:
    """Where the games are kept, and the lock that keeps other houses out; a database elsewhere, by its URL, has a lock
    of its own.
    """
    if data and is_url(str(data)):
        return str(data), contextlib.nullcontext()
    folder = Path(data) if data else data_folder()
    return folder, hold(folder)


class Server(uvicorn.Server):
    """Uvicorn's server, which ends quietly: streams are told, and what does not end by itself is hung up on."""

    def close_at_once(self) -> None:
        """The database is now kept by another Brelan."""
        if not self.should_exit:
            logger.critical("This database is now kept by another Brelan: this server closes.")
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.begin_closing()  # type: ignore[union-attr]
        hanging_up = asyncio.get_running_loop().call_later(GOODBYE, self._hang_up)
        await super().shutdown(sockets)
        hanging_up.cancel()

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()  # type: ignore[union-attr]


def _server(house: Any, config: Config) -> Server:
    most = max(64, raise_descriptors() - SPARE)
    door = Door(config.connections, most, config.trust_proxy)
    settings = uvicorn.Config(
        house,
        loop="asyncio",
        http=type("DoorConnection", (Connection,), {"door": door}),
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
        server_header=False,
        ws="none",
        proxy_headers=bool(config.trust_proxy),
        forwarded_allow_ips=config.trust_proxy or None,
    )
    return Server(settings)


def serve(
    *,
    lan: bool = False,
    host: str = "",
    port: int | None = None,
    data: Path | str | None = None,
    public_url: str = "",
    trust_proxy: str = "",
    browser: bool = True,
    warm: bool = True,
    lang: str = "",
    bot_pause: float = Config.bot_pause,
    rate: float = Config.rate,
    workers: int | None = None,
    sleep_after: float = Config.sleep_after,
    connections: int = Config.connections,
    servers: int = 1,
    keep_days: float = Config.keep_days,
    log: str = "text",
) -> None:
    """Opens the house and runs it until Ctrl+C. BrelanError if it cannot be opened.

    `lan` lets the local network in; `host` is the address to listen at (default: every one with `lan`, else this
    machine's own alone, behind a proxy too); `trust_proxy` the address of the proxy whose word on who asks is taken;
    `port` is a fixed port (default: the first free one from 8012; 0: any); `data` is
    the folder of what must not be lost, or the URL of a database; `public_url` the address of a house behind a proxy;
    `browser` opens the page here; `servers` is how many processes serve, which share a PostgreSQL; after
    `keep_days` a table nobody has touched and that is not over is deleted (0: never); `log` is "text" or "json".
    """
    say = speak(lang or system_language())
    _check_addresses(public_url, host, trust_proxy, say)
    host = host or ("0.0.0.0" if lan else "127.0.0.1")
    place, lock = _place_and_lock(data)
    if servers > 1 and isinstance(place, Path):
        raise BrelanError(
            say("Several servers share a PostgreSQL, and a folder is one server's alone: give its URL with --data.")
        )
    with (
        lock,
        _bind(host, port, say) as listener,
        contextlib.suppress(KeyboardInterrupt),
    ):
        config = Config(
            port=listener.getsockname()[1],
            lan=lan,
            public_url=public_url,
            bot_pause=bot_pause,
            rate=rate,
            burst=max(80.0, 3 * rate),
            sleep_after=sleep_after,
            connections=connections,
            address=own_address() if lan else "",
            trust_proxy=trust_proxy,
            keep_days=keep_days,
        )
        set_up_log(log == "json")

        def open_one(number: int) -> None:
            store = Store(database(place) if isinstance(place, Path) else place)
            many = workers or max(1, ((os.cpu_count() or 2) - 1) // servers)  # bots think on the cores that are left
            server = _server(make(config, store, warm=warm and number == 0, workers=many), config)
            store.fenced = server.close_at_once
            if number == 0:
                here = _greet(config, host, shown(place), say)
                if browser:
                    threading.Timer(0.6, _open_browser, [here]).start()
            server.run(sockets=[listener])

        if servers > 1:
            keep_open(servers, open_one, lang or system_language())
        else:
            open_one(0)


def _open_browser(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def main(arguments: list[str] | None = None) -> Any:
    """`python -m brelan.house`: the house without the rest of the command line."""
    parser = argparse.ArgumentParser(prog="brelan.house")
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--host", default="")
    parser.add_argument("--port", type=int)
    parser.add_argument("--data")
    parser.add_argument("--public-url", default="")
    parser.add_argument("--trust-proxy", default="")
    parser.add_argument("--no-browser", dest="browser", action="store_false")
    parser.add_argument("--no-warm", dest="warm", action="store_false")
    parser.add_argument("--bot-pause", type=float, default=Config.bot_pause)
    parser.add_argument("--rate", type=float, default=Config.rate)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--sleep-after", type=float, default=Config.sleep_after)
    parser.add_argument("--connections", type=int, default=Config.connections)
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--keep-days", type=float, default=Config.keep_days)
    parser.add_argument("--log", choices=("text", "json"), default="text")
    try:
        serve(**vars(parser.parse_args(arguments)))
    except BrelanError as error:
        sys.exit(error.said(system_language()))
