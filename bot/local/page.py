"""The page: a small chat over the simulated Discord, for loopback only."""

from __future__ import annotations

import asyncio
import contextlib
import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Message

from bot.local import seen
from bot.local.acts import Acts, At, Impossible
from bot.local.days import Days
from bot.local.kept import KeptBackend

Json = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATIC = Path(__file__).parent / "static"
SIMCORD_FONTS = Path(simcord.__file__).parent / "preview" / "static" / "fonts"
LOOPBACK = "127.0.0.1"
KEEP_ALIVE = 15.0
"""Seconds between two signs of life on a stream of events."""

LONGEST_NAME = 32
LONGEST_PASSING = 31 * 24
"""Hours that may pass at once."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Page:
    """The web application. Everything that changes is pushed to every open page by server-sent events."""

    def __init__(self, backend: KeptBackend, acts: Acts, days: Days) -> None:
        self._backend = backend
        self._acts = acts
        self._days = days
        self._streams: dict[asyncio.Queue[Json], int] = {}
        backend.listeners.append(self._changed)
        self.app = web.Application(middlewares=[_guarded], client_max_size=1 << 20)
        self.app.add_routes(
            [
                web.get("/", self._index),
                web.get("/static/{name}", self._static),
                web.get("/files/{path:.+}", self._file),
                web.get("/fonts/emoji.ttf", self._emoji),
                web.get("/api/world", self._world),
                web.get("/api/messages", self._messages),
                web.get("/api/commands", self._commands),
                web.get("/api/events", self._events),
                web.post("/api/{act}", self._act),
            ]
        )

    # ------------------------------------------------------------------------ reading

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = STATIC / Path(request.match_info["name"]).name
        return web.FileResponse(path) if path.is_file() else web.Response(status=404)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        url = f"{CDN_BASE}/attachments/{request.match_info['path']}"
        data = self._backend.cdn.get(url)
        if data is None:
            return web.Response(status=404)
        kind = mimetypes.guess_type(url)[0] or "application/octet-stream"
        # An address never gets another content, and only pictures are shown as what they are.
        safe = kind if kind.startswith("image/") and kind != "image/svg+xml" else "application/octet-stream"
        return web.Response(body=data, content_type=safe, headers={"Cache-Control": "private, max-age=31536000"})

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        font = next(SIMCORD_FONTS.glob("noto-color-emoji-*.ttf"), None)
        return web.FileResponse(font) if font is not None else web.Response(status=404)

    async def _world(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(seen.world(self._backend, self._viewer(request.query.get("as"))))

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        viewer = self._viewer(request.query.get("as"))
        return web.json_response(seen.messages(self._backend, viewer, _number(request.query.get("place"))))

    async def _commands(self, request: web.Request) -> web.StreamResponse:
        viewer = self._viewer(request.query.get("as"))
        return web.json_response(seen.commands(self._backend, viewer, _number(request.query.get("place"))))

    def _viewer(self, wanted: object) -> int:
        people = seen.people(self._backend)
        known = [int(one["id"]) for one in people]
        number = _number(wanted)
        return number if number in known else known[0]

    # ------------------------------------------------------------------------- events

    def _changed(self, kind: str, channel: int, message: Message | None) -> None:
        for queue, viewer in self._streams.items():
            event: Json = {"kind": kind, "ahead": self._backend.ahead.total_seconds()}
            if message is None:
                queue.put_nowait(event)
            elif channel_accessible(self._backend, channel, viewer) and message.visible_to(viewer):
                event |= {"place": str(channel), "id": str(message.id)}
                if kind == "message":
                    event["message"] = seen.message(self._backend, viewer, message)
                queue.put_nowait(event)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        viewer = self._viewer(request.query.get("as"))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        async with self._stream(viewer) as queue:
            with contextlib.suppress(ConnectionResetError, asyncio.CancelledError):
                await response.write(b"retry: 500\n\n")
                while True:
                    await response.write(await _next_event(queue))
        return response

    @contextlib.asynccontextmanager
    async def _stream(self, viewer: int) -> AsyncIterator[asyncio.Queue[Json]]:
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._streams[queue] = viewer
        try:
            yield queue
        finally:
            del self._streams[queue]

    # ------------------------------------------------------------------------- acting

    async def _act(self, request: web.Request) -> web.StreamResponse:
        body: Json = await request.json()
        at = At(self._viewer(body.get("as")), _number(body.get("place")))
        try:
            return web.json_response(await self._do(request.match_info["act"], at, body))
        except Impossible as refusal:
            return web.json_response({"failed": str(refusal)})

    async def _do(self, act: str, at: At, body: Json) -> Json:
        match act:
            case "say":
                return await self._acts.say(at, str(body["text"]))
            case "run":
                return await self._acts.run(at, body["path"], body["options"])
            case "complete":
                return await self._acts.complete(at, body["path"], body["options"], body["focused"], body["typed"])
            case "press":
                return await self._acts.press(at, int(body["message"]), body["custom_id"], body.get("values"))
            case "submit":
                return await self._acts.submit(at, str(body["form"]), body["values"])
            case "read":
                self._backend.mark_read(at.person, at.place, int(body["message"]))
            case "habits":
                allowed = {key: body[key] for key in ("locale", "dms_closed") if key in body}
                self._backend.change_habits(at.person, **allowed)
            case "person":
                return {"id": str(self._add(str(body["name"])))}
            case "leave":
                self._leave(at.person)
            case "pass":
                await self._days.let_pass(timedelta(hours=min(LONGEST_PASSING, max(0, int(body["hours"])))))
            case _:
                raise Impossible("gone")
        return {}

    def _add(self, name: str) -> int:
        name = name.strip()[:LONGEST_NAME]
        if not name or any(one["name"] == name for one in seen.people(self._backend)):
            raise Impossible("name")
        user = self._backend.make_user(name.lower(), global_name=name)
        for guild in self._backend.guilds.values():
            self._backend.add_member(guild.id, user.id, announce=True)
        return user.id

    def _leave(self, person: int) -> None:
        """Leave the server, or come back to it; its owner can't leave."""
        for guild in self._backend.guilds.values():
            if guild.owner_id == person:
                raise Impossible("owner")
            if person in guild.members:
                self._backend.remove_member(guild.id, person)
            else:
                self._backend.add_member(guild.id, person, announce=True)


async def _next_event(queue: asyncio.Queue[Json]) -> bytes:
    try:
        event = await asyncio.wait_for(queue.get(), KEEP_ALIVE)
    except TimeoutError:
        return b": still here\n\n"
    return f"data: {json.dumps(event)}\n\n".encode()


def _number(raw: object) -> int:
    return int(raw) if isinstance(raw, str) and raw.isascii() and raw.isdecimal() else 0


@web.middleware
async def _guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer only to this page: a foreign site open in the same browser can't read or act."""
    host = request.host.rsplit(":", 1)[0]
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != f"http://{request.host}"
    if host not in (LOOPBACK, "localhost") or foreign:
        return web.Response(status=403)
    if request.method == "POST" and request.content_type != "application/json":
        return web.Response(status=415)
    response = await handler(request)
    if not response.prepared:
        response.headers.update(_HEADERS)
    return response
