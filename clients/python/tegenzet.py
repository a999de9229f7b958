"""A client of the Tegenzet API in one file: Python 3.9 or later, nothing to install. README.md shows how to use it."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import OrderedDict
from typing import Any, Dict, Iterator, List, Optional

Json = Dict[str, Any]

#: Answers that say: not now, nothing was done.
RETRIED = (429, 503)
#: Answers of a proxy that has no answer of the server, and whatever else happens to a connection.
PROXY_FAILED = (502, 504)
BROKEN = (OSError, http.client.HTTPException, json.JSONDecodeError)
#: The server sends an empty line every ten seconds. A stream that is silent for longer is dead.
STREAM_TIMEOUT_SECONDS = 30.0
#: Event ids that are remembered, so that no event comes twice.
KNOWN_EVENTS = 10_000
MIN_BACKOFF_SECONDS = 0.5
MAX_BACKOFF_SECONDS = 60.0
#: A repeated call of these could create something twice: the server keeps no answers that contain secrets.
NOT_REPEATABLE = ("/accounts", "/session", "/tokens", "/guests", "/password-resets", "/oauth")


class TegenzetError(Exception):
    """Every error of this module."""


class Unreachable(TegenzetError):
    """The server did not answer, although the call was repeated."""


class Problem(TegenzetError):
    """The server refused a call (RFC 9457). `code` is for programs, `detail` for people."""

    def __init__(self, status: int, document: Json, retry_after: Optional[float] = None) -> None:
        self.status = status
        self.document = document
        self.code = str(document.get("code", ""))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        #: Seconds after which the call may be repeated.
        self.retry_after = retry_after
        super().__init__(f"{status} {self.code}: {self.detail or self.title}")


class Client:
    """Calls a server. Paths begin after `/api/v1`.

    Calls are repeated after 429 and 503 as the server asks, and after lost connections, 502 and 504 if that cannot do anything twice:
    every POST has an idempotency key, and a move names its ply.
    """

    def __init__(
        self, url: str, token: Optional[str] = None, *, timeout: float = 30.0, attempts: int = 6
    ) -> None:
        self.base = url.rstrip("/") + "/api/v1"
        self.token = token
        self.timeout = timeout
        self.attempts = attempts

    # calls

    def get(self, path: str, **query: Any) -> Any:
        return self.call("GET", path, query=query)

    def post(self, path: str, body: Optional[Json] = None, *, key: Optional[str] = None) -> Any:
        """`key`: your own idempotency key, to repeat a call after a restart of your program."""
        return self.call("POST", path, body, key=key)

    def put(self, path: str, body: Json) -> Any:
        return self.call("PUT", path, body)

    def patch(self, path: str, body: Json) -> Any:
        return self.call("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self.call("DELETE", path)

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Json] = None,
        *,
        query: Optional[Json] = None,
        key: Optional[str] = None,
    ) -> Any:
        """Makes a call. Returns the parsed body, or None if there is none. Raises Problem or Unreachable."""
        headers = {"Accept": "application/json"}
        if method == "POST":
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        repeatable = method != "POST" or not path.startswith(NOT_REPEATABLE)
        for attempt in range(1, self.attempts + 1):
            last = attempt == self.attempts
            try:
                with self._open(method, path, body, query, headers, self.timeout) as response:
                    text = response.read()
                return json.loads(text) if text else None
            except Problem as problem:
                retried = problem.status in RETRIED or (repeatable and problem.status in PROXY_FAILED)
                if last or not retried:
                    raise
                delay = problem.retry_after
            except BROKEN as error:
                if last or not repeatable:
                    raise Unreachable(f"{method} {path}: {error}") from error
                delay = None
            time.sleep(_backoff(attempt) if delay is None else delay)
        raise AssertionError("unreachable")

    def pages(self, path: str, **query: Any) -> Iterator[Json]:
        """All items of a list, page after page."""
        cursor: Optional[str] = None
        while True:
            page = self.get(path, **{"limit": 100, **query, "cursor": cursor})
            yield from page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    # games

    def game(self, game: int) -> Json:
        return self.get(f"/games/{game}")

    def games(self, **filters: Any) -> Iterator[Json]:
        return self.pages("/games", **filters)

    def legal_moves(self, game: int) -> List[str]:
        return self.get(f"/games/{game}/legal-moves")["moves"]

    def play(self, game: int, move: str, ply: int, **more: Any) -> Json:
        """Plays a move in answer to `ply` plies. `more`: message, offerDraw, plan. Returns the game."""
        return self.post(f"/games/{game}/moves", {"move": move, "ply": ply, **more})["game"]

    def resign(self, game: int) -> Json:
        return self.post(f"/games/{game}/resign")["game"]

    def cancel(self, game: int) -> Json:
        return self.post(f"/games/{game}/cancel")["game"]

    def offer_draw(self, game: int, **terms: Any) -> Json:
        return self.post(f"/games/{game}/draw-offers", terms)["offer"]

    def accept_draw(self, offer: int) -> Json:
        return self.post(f"/draw-offers/{offer}/accept")["game"]

    def decline_draw(self, offer: int, reason: Optional[str] = None) -> Json:
        return self.post(f"/draw-offers/{offer}/decline", {"reason": reason} if reason else None)["game"]

    # challenges

    def challenges(self, **filters: Any) -> Iterator[Json]:
        return self.pages("/challenges", **filters)

    def challenge(self, rules: str, opponent: Optional[str] = None, **terms: Any) -> Json:
        """Challenges a player, or anybody. Default: three days a move, random colours."""
        clock = {"kind": "per-move", "days": 3}
        body = {"rules": rules, "colour": "random", "clock": clock, **terms}
        return self.post("/challenges", {**body, "opponent": opponent} if opponent else body)

    def accept_challenge(self, challenge: int) -> Json:
        return self.post(f"/challenges/{challenge}/accept")["game"]

    def decline_challenge(self, challenge: int, reason: Optional[str] = None) -> None:
        self.post(f"/challenges/{challenge}/decline", {"reason": reason} if reason else None)

    # your account

    def account(self) -> Json:
        return self.get("/account")

    def set_available(self, rules: List[str], **more: Any) -> None:
        """For bots: accepts challenges for the next five minutes. `more`: level, about."""
        self.put("/account/availability", {"rules": rules, **more})

    def events(self, since: Optional[int] = None) -> Iterator[Json]:
        """Your events, for ever: your running games, the nearest deadline first, then every event once, over lost connections.

        `since`: the id of the last event that you have processed.
        """
        known: OrderedDict[int, None] = OrderedDict()
        failures = 0
        while True:
            try:
                for event in self._lines("/account/events", {"since": since}):
                    failures = 0
                    if event["id"] in known:
                        continue
                    known[event["id"]] = None
                    if len(known) > KNOWN_EVENTS:
                        known.popitem(last=False)
                    # the running games at the start may be older
                    since = max(since or 0, event["id"])
                    yield event
                delay = None
            except Problem as problem:
                if problem.status not in RETRIED and problem.status < 500:
                    raise
                delay = problem.retry_after
            except BROKEN:
                delay = None
            failures += 1
            time.sleep(_backoff(failures) if delay is None else delay)

    def follow_game(self, game: int) -> Iterator[Json]:
        """A game after each of its changes, until it is over."""
        version = -1
        failures = 0
        while True:
            try:
                for update in self._lines(f"/games/{game}/events", {}):
                    failures = 0
                    now = update["game"]
                    if now["version"] > version:
                        version = now["version"]
                        yield now
                        if now["outcome"]:
                            return
                delay = None
            except Problem as problem:
                if problem.status not in RETRIED and problem.status < 500:
                    raise
                delay = problem.retry_after
            except BROKEN:
                delay = None
            failures += 1
            time.sleep(_backoff(failures) if delay is None else delay)

    def _lines(self, path: str, query: Json) -> Iterator[Json]:
        """The lines of a stream until it ends. What has arrived of a line when the connection is lost is dropped."""
        headers = {"Accept": "application/x-ndjson"}
        with self._open("GET", path, None, query, headers, STREAM_TIMEOUT_SECONDS) as response:
            for line in response:
                if line.endswith(b"\n") and line.strip():
                    yield json.loads(line)

    def _open(
        self,
        method: str,
        path: str,
        body: Optional[Json],
        query: Optional[Json],
        headers: Dict[str, str],
        timeout: float,
    ) -> Any:
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self.base + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        sent = dict(headers)
        if self.token:
            sent["Authorization"] = "Bearer " + self.token
        data = None
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(url, data, sent, method=method)
        try:
            return _OPENER.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error) from None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following a redirect would give the token to another server, and repeat a POST as a GET."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _problem(error: urllib.error.HTTPError) -> Problem:
    if 300 <= error.code < 400:
        address = error.headers.get("Location", "another address")
        return Problem(error.code, {"title": f"The server redirects to {address}: check the URL of the client"})
    try:
        document = json.loads(error.read())
    except (OSError, ValueError, http.client.HTTPException):
        document = None
    # a proxy answers with a page
    known = document if isinstance(document, dict) else {"title": error.reason}
    after = error.headers.get("Retry-After", "")
    return Problem(error.code, known, float(after) if after.isdigit() else None)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _backoff(failures: int) -> float:
    """Longer each time, and spread, so that many clients do not come back at once."""
    return min(MAX_BACKOFF_SECONDS, MIN_BACKOFF_SECONDS * 2 ** (failures - 1)) * random.uniform(0.5, 1.0)
