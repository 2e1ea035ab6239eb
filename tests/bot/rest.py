"""The REST side of the small Discord: answers requests, and writes down what it was sent."""

from __future__ import annotations

import asyncio
import json
import time
from fnmatch import fnmatch
from itertools import count
from typing import Any

from aiohttp import web

from bot.local import limits
from bot.local.strict import LONGEST_ALT, LONGEST_NONCE
from tests.bot.wire import (
    ACKNOWLEDGE_SECONDS,
    APPLICATION,
    BOT,
    BREAK,
    BUCKET,
    BUCKET_SECONDS,
    DISCORD_EPOCH,
    MEMBER,
    SECRET,
    TOKEN,
    File,
    Interaction,
    Payload,
    Person,
    Refusal,
    Request,
    Trouble,
    dm,
    fits,
    read,
)  # fmt: skip


class Rest:
    """See the module. Troubles are what a test wants to go wrong."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.commands: list[Payload] = []
        self.messages: dict[str, Payload] = {}
        self.interactions: dict[str, Interaction] = {}
        self.unknown: list[str] = []
        self.troubles: list[Trouble] = []
        self.changed = asyncio.Event()
        self._nonces: dict[tuple[str, str], Payload] = {}
        self._used: dict[str, tuple[float, int]] = {}
        self._serial = count(1)

    def asked(self, method: str, path: str) -> list[Request]:
        """All requests of that kind."""
        return [one for one in self.requests if one.method == method and fnmatch(one.path, path)]

    def said(self, channel: str | int) -> list[Payload]:
        """The messages that stand in a channel."""
        return [one for one in self.messages.values() if one["channel_id"] == str(channel)]

    async def answer(self, http: web.Request) -> web.Response:
        request = await read(http)
        self.requests.append(request)
        # The client takes JSON only under exactly this name.
        headers, status = {"Via": "1.1 loopback", "Content-Type": "application/json"}, 200
        try:
            trouble = next((t for t in self.troubles if t.left and fits(t, request)), None)
            by_itself = request.path.startswith(("/interactions/", "/webhooks/"))
            if not by_itself and http.headers.get("Authorization") != f"Bot {TOKEN}":
                raise Refusal(401, 0)  # noqa: TRY301
            if trouble is None:
                self._limit(request, headers)
            if trouble is None or trouble.applied:
                request.answer = self._answer(request)
            if trouble is not None:
                trouble.left, trouble.met = trouble.left - 1, trouble.met + 1
                self.changed.set()
                await trouble.over.wait()
                if trouble.status == BREAK and http.transport is not None:
                    http.transport.abort()
                elif trouble.status is not None:
                    raise Refusal(trouble.status, 0, retry_after=trouble.retry_after)  # noqa: TRY301
        except Refusal as refusal:
            status, request.answer = refusal.status, refusal.body
            headers |= {"Retry-After": str(refusal.body["retry_after"])} if status == 429 else {}
        finally:
            self.changed.set()
        return web.Response(body=json.dumps(request.answer).encode(), status=status, headers=headers)

    def _limit(self, request: Request, headers: dict[str, str]) -> None:
        if request.method != "POST" or not fnmatch(request.path, "/channels/*/messages"):
            return
        now = time.monotonic()
        since, used = self._used.get(request.path, (now, 0))
        if now - since >= BUCKET_SECONDS:
            since, used = now, 0
        rest = since + BUCKET_SECONDS - now
        if used == BUCKET:
            raise Refusal(429, 0, retry_after=rest)
        self._used[request.path] = since, used + 1
        told = {"Bucket": "messages", "Limit": BUCKET, "Remaining": BUCKET - used - 1, "Reset": time.time() + rest}
        headers |= {f"X-RateLimit-{name}": str(value) for name, value in (told | {"Reset-After": rest}).items()}

    def _answer(self, request: Request) -> Any:
        match [request.method, *request.path.strip("/").split("/")]:
            case ["GET", "users", "@me"]:
                return BOT
            case ["GET", "oauth2", "applications", "@me"] | ["GET", "applications", "@me"]:
                about = {"id": APPLICATION, "name": "Mailboat", "description": "", "bot_public": True, "flags": 0}
                return about | {"bot_require_code_grant": False, "verify_key": "", "icon": None, "owner": BOT}
            case ["GET", "applications", _, "commands"]:
                return self.commands
            case ["PUT", "applications", _, "commands"]:
                if found := limits.faults(request.body):
                    raise Refusal(400, 50035, errors=found)
                about = {"application_id": APPLICATION, "version": "1"}
                self.commands = [{**one, **about, "id": self.snowflake()} for one in request.body]
                return self.commands
            case ["POST", "users", "@me", "channels"]:
                return dm(int(request.body["recipient_id"]))
            case ["GET", "guilds", _, "members", person]:
                return {"user": Person(int(person), "somebody").user(), **MEMBER}
            case ["GET", "channels", channel, "messages"]:
                return [one for one in reversed(self.said(channel)) if int(one["id"]) > int(request.body["after"])]
            case ["POST", "channels", channel, "messages"]:
                return self._send(channel, request)
            case ["PATCH", "channels", _, "messages", message]:
                return self._write(self.messages[message], request.body, request.files)
            case ["POST", "interactions", serial, _, "callback"]:
                return self._acknowledge(self.interactions[serial], request)
            case ["POST", "webhooks", _, token]:
                interaction = self._answered(token)
                interaction.replies.append(self._new(interaction.payload["channel_id"], request))
                return interaction.replies[-1]
            case ["PATCH", "webhooks", _, token, "messages", "@original"]:
                interaction = self._answered(token)
                assert interaction.original is not None
                if interaction.callback["type"] == 5:
                    interaction.replies = [interaction.original]
                return self._write(interaction.original, request.body, request.files)
            case _:
                self.unknown.append(f"{request.method} {request.path}")
                raise Refusal(404, 0)

    def _send(self, channel: str, request: Request) -> Payload:
        nonce = str(request.body.get("nonce", ""))
        if len(nonce) > LONGEST_NONCE:
            raise Refusal(400, 50035)
        first = self._nonces.get((channel, nonce)) if request.body.get("enforce_nonce") else None
        if first is None:
            first = self._nonces[channel, nonce] = self._new(channel, request)
            self.messages[first["id"]] = first
        return first

    def _acknowledge(self, interaction: Interaction, request: Request) -> Payload:
        seconds = time.monotonic() - interaction.sent
        if interaction.seconds is not None:
            raise Refusal(400, 40060)
        if seconds > ACKNOWLEDGE_SECONDS:
            raise Refusal(404, 10062)
        interaction.seconds, interaction.callback = seconds, request.body
        if request.body["type"] == 6:
            interaction.original = interaction.payload["message"]
        elif request.body["type"] in {4, 5}:
            interaction.original = self._new(interaction.payload["channel_id"], request)
        return {"interaction": {"id": interaction.payload["id"], "type": interaction.payload["type"]}}

    def _answered(self, token: str) -> Interaction:
        interaction = self.interactions[token.removeprefix(SECRET)]
        if interaction.seconds is None:
            raise Refusal(404, 10015)
        return interaction

    def _new(self, channel: str, request: Request) -> Payload:
        body = request.body.get("data", request.body) if "type" in request.body else request.body
        message: Payload = {
            "id": self.snowflake(), "channel_id": channel, "author": BOT, "content": "", "type": 0, "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "mention_everyone": False,
            "pinned": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "components": [],
            "flags": body.get("flags", 0), **({"nonce": body["nonce"]} if "nonce" in body else {}),
        }  # fmt: skip
        return self._write(message, body, request.files)

    def _write(self, message: Payload, body: Payload, files: list[File]) -> Payload:
        message |= {key: body[key] or empty for key, empty in (("content", ""), ("components", [])) if key in body}
        if "attachments" in body:
            told = body["attachments"]
            if len(told) != len(files) or any(len(one.get("description") or "") > LONGEST_ALT for one in told):
                raise Refusal(400, 50035)
            message["attachments"] = [
                {
                    **one,
                    "id": self.snowflake(),
                    "filename": file.name,
                    "size": len(file.data),
                    "url": "",
                    "proxy_url": "",
                }
                for one, file in zip(told, files, strict=True)
            ]
        return message

    def snowflake(self) -> str:
        return str((time.time_ns() // 1_000_000 - DISCORD_EPOCH << 22) + next(self._serial) % (1 << 22))
