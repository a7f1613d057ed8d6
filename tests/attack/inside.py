"""A house asked from inside this process: any request at all, also such as no client library would send."""

import asyncio
import contextlib
import json

from brelan.house.app import make
from brelan.house.base.config import Config
from brelan.house.http.guests import new_token
from brelan.house.store.store import Store


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, dict(headers), body
        self.all_headers = headers

    def json(self):
        return json.loads(self.body)


class Inside:
    """Sends requests past the network, straight to the application."""

    def __init__(self, app):
        self.app = app

    async def ask(self, method, path, *, query=b"", headers=(), body=b"", host=b"localhost", client="127.0.0.1"):
        named = [(b"host", host)] if host is not None else []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "query_string": query,
            "root_path": "",
            "headers": [*named, *headers],
            "client": (client, 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        start, parts = [], []
        done = asyncio.Event()

        async def receive():
            if incoming:
                return incoming.pop()
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                start.append(message)
            else:
                parts.append(message.get("body", b""))
                if b"event-stream" in dict(start[0]["headers"]).get(b"content-type", b""):
                    done.set()  # a stream: its first words are enough

        await asyncio.wait_for(self.app(scope, receive, send), 30)
        return Answer(start[0]["status"], start[0]["headers"], b"".join(parts))

    async def json(self, method, path, token, body=None):
        headers = [(b"authorization", b"Bearer " + token.encode()), (b"content-type", b"application/json")]
        data = b"" if body is None else json.dumps(body).encode()
        return await self.ask(
            method, "/api/v1" + path, headers=[*headers, (b"content-length", b"%d" % len(data))], body=data
        )


@contextlib.asynccontextmanager
async def open_inside(folder, **settings):
    """A whole house in this process."""
    settings = {"rate": 1e6, "burst": 1e6, "bot_pause": 0.0, **settings}
    app = make(Config(**settings), Store(folder / "house.db"), workers=1)
    incoming, outgoing = asyncio.Queue(), asyncio.Queue()
    life = asyncio.ensure_future(app({"type": "lifespan", "asgi": {}, "state": {}}, incoming.get, outgoing.put))
    incoming.put_nowait({"type": "lifespan.startup"})
    assert (await outgoing.get())["type"] == "lifespan.startup.complete"
    try:
        yield Inside(app)
    finally:
        incoming.put_nowait({"type": "lifespan.shutdown"})
        await life


def hall_of(inside):
    return inside.app.app.app.state.hall


async def laid(inside, game="dodeka", tokens=(), **more):
    """A running table between two programs: its name and their tokens."""
    one, two = tokens or (new_token(), new_token())
    wanted = {"game": game, "seats": [{"who": "me"}, {"who": "open"}], **more}
    made = await inside.json("POST", "/tables", one, wanted)
    assert made.status == 201, made.body
    name = made.json()["id"]
    assert (await inside.json("POST", f"/tables/{name}/sit", two, {"seat": 1})).status == 200
    return name, one, two
