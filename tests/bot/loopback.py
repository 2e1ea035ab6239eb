"""A small Discord on 127.0.0.1: REST and gateway as they go over the wire, for the unmodified client.

It knows what the bot uses, answers as Discord documents it (discord-api-docs: events/gateway, topics/rate-limits,
interactions/receiving-and-responding, resources/message), and writes down what it was sent.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self, TypeVar

from aiohttp import web

from bot.local.strict import INVITED, MEBIBYTE
from tests.bot.rest import Rest
from tests.bot.wire import (
    APPLICATION,
    BOT,
    CHANNEL,
    GUILD,
    MEMBER,
    SECRET,
    SERVER,
    TEXT,
    TOKEN,
    Interaction,
    Payload,
    Person,
    Trouble,
    dm,
)

T = TypeVar("T")


class Line:
    """One connection to the gateway, compressed as one stream."""

    def __init__(self, socket: web.WebSocketResponse, http: web.Request) -> None:
        self.socket, self.http = socket, http
        self._stream, self._lock = zlib.compressobj(), asyncio.Lock()

    async def send(self, op: int, d: Any, **event: Any) -> None:
        async with self._lock:
            frame = json.dumps({"op": op, "d": d, "s": None, "t": None, **event}).encode()
            with suppress(ConnectionError):
                await self.socket.send_bytes(self._stream.compress(frame) + self._stream.flush(zlib.Z_SYNC_FLUSH))


class Loopback(Rest):
    """See the module. Use it as `async with Loopback() as discord:`."""

    def __init__(self) -> None:
        super().__init__()
        self.identified: list[Payload] = []
        self.resumed: list[Payload] = []
        self.line: Line | None = None
        self.gateway_token = TOKEN
        self._session, self._events = "", list[tuple[str, Any]]()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * MEBIBYTE)
        app.add_routes([web.get("/gateway/", self._gateway), web.get("/resume/", self._gateway)])
        app.router.add_route("*", "/api/v10/{path:.*}", self.answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        for trouble in self.troubles:
            trouble.over.set()
        await self._runner.cleanup()

    # -- what a test does ----------------------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], T], seconds: float = 30) -> T:
        """Wait until something true has come in over the wire."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := condition()):
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            raise AssertionError("\n".join(f"{one.method} {one.path}" for one in self.requests)) from None
        return found

    def trouble(
        self, method: str, path: str, status: int | None = None, *, applied: bool = False, times: int = 1,
        retry_after: float = 0.0, hold: bool = False,
    ) -> Trouble:  # fmt: skip
        """Spoil the next requests of that kind. hold: the answer waits for `over`; without a status it is no error."""
        self.troubles.append(Trouble(method, path, status, applied or status is None, times, retry_after))
        if not hold:
            self.troubles[-1].over.set()
        return self.troubles[-1]

    async def slash(self, person: Person, name: str, **options: str) -> Interaction:
        command = next(one for one in self.commands if one["name"] == name)
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        return await self._act(person, 2, {"id": command["id"], "name": name, "type": 1, "options": given})

    async def press(
        self, person: Person, message: Payload, control: str, *values: str, wait: bool = True
    ) -> Interaction:
        """Press a button or menu: its custom id, or a part of it."""
        items = [item for row in message["components"] for item in row["components"]]
        [item] = [item for item in items if control in item["custom_id"]]
        data = {"component_type": item["type"], "custom_id": item["custom_id"], "values": list(values)}
        return await self._act(person, 3, data, message, wait=wait)

    async def deliver(self, interaction: Interaction) -> None:
        """Send an interaction, perhaps once more."""
        await self._dispatch("INTERACTION_CREATE", interaction.payload)

    async def _act(
        self, person: Person, kind: int, data: Payload, message: Payload | None = None, *, wait: bool = True
    ) -> Interaction:
        channel = message["channel_id"] if message else CHANNEL
        serial, rights = self.snowflake(), str(INVITED.value)
        payload: Payload = {
            "id": serial, "application_id": APPLICATION, "type": kind, "version": 1, "token": f"{SECRET}{serial}",
            "data": data, "channel_id": channel, "locale": person.locale, "entitlements": [], "app_permissions": rights,
            "attachment_size_limit": 10 * MEBIBYTE, **({"message": message} if message else {}),
        }  # fmt: skip
        if channel == CHANNEL:
            member = {"user": person.user(), **MEMBER, "permissions": rights}
            payload |= {"guild_id": GUILD, "guild_locale": "en-US", "channel": TEXT, "member": member, "context": 0}
        else:
            payload |= {"channel": dm(person.id), "user": person.user(), "context": 1}
        done = self.interactions[serial] = Interaction(payload)
        await self.deliver(done)
        if wait:
            await self.until(lambda: done.seconds is not None)
        return done

    # -- the gateway ---------------------------------------------------------------------------------------------------

    async def _gateway(self, http: web.Request) -> web.WebSocketResponse:
        assert (http.query["compress"], http.query["encoding"]) == ("zlib-stream", "json")
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(http)
        line = Line(socket, http)
        await line.send(10, {"heartbeat_interval": 41_250})
        try:
            async for frame in socket:
                await self._hear(line, json.loads(frame.data))
        finally:
            self.line = None if self.line is line else self.line
            self.changed.set()
        return socket

    async def _hear(self, line: Line, said: Payload) -> None:
        match said["op"]:
            case 1:
                await line.send(11, None)
            case 2 if said["d"]["token"] != self.gateway_token:
                await line.socket.close(code=4004)
            case 2:
                self.identified.append(said["d"])
                self.line, self._session, self._events = line, f"session-{len(self.identified)}", []
                resume = f"ws://127.0.0.1:{self.port}/resume/"
                ready = {"v": 10, "user": BOT, "session_id": self._session, "resume_gateway_url": resume}
                server = {"id": GUILD, "unavailable": True}
                await self._dispatch("READY", ready | {"guilds": [server], "application": {"id": APPLICATION}})
                await self._dispatch("GUILD_CREATE", SERVER)
            case 6 if said["d"]["session_id"] != self._session:
                await line.send(9, False)
            case 6:
                self.resumed.append({**said["d"], "path": line.http.path})
                self.line = line
                for serial, (event, d) in list(enumerate(self._events, 1))[said["d"]["seq"] :]:
                    await line.send(0, d, t=event, s=serial)
                await self._dispatch("RESUMED", {})
        self.changed.set()

    async def _dispatch(self, event: str, d: Any) -> None:
        self._events.append((event, d))
        if self.line is not None:
            await self.line.send(0, d, t=event, s=len(self._events))

    async def cut(self) -> None:
        """The line breaks without a word."""
        assert self.line is not None
        assert self.line.http.transport is not None
        self.line.http.transport.abort()
        await self.until(lambda: self.line is None)

    def forget_session(self) -> None:
        """It cannot be resumed any more."""
        self._session = ""
