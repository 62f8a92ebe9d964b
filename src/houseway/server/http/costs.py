"""
The cost of each route, message and question, in milliseconds of processor time.

Routes and messages are charged for the server's own process, where every table waits for them; questions are charged
for the worker processes. `benchmarks/handlers.py` measures the worst case of each. A route without a line here is
refused by a test.
"""

from __future__ import annotations

from ..views import messages

ROUTES: dict[str, float] = {
    "GET /api/health": 2,
    "GET /api/games": 3,
    "GET /api/games/{game}/opening": 3,
    "GET /api/tables": 5,
    "POST /api/tables": 20,
    "POST /api/play-now": 25,
    "GET /api/tables/{code}": 8,
    "POST /api/tables/{code}/share": 8,
    "POST /api/codes": 8,
    "GET /api/history": 15,
    "GET /api/rounds/{round_id}": 12,
    "GET /api/rounds/{round_id}/replay": 15,
    "POST /api/rounds/{round_id}/dispute": 10,
    "POST /api/session": 10,
    "POST /api/register": 10,
    "POST /api/login": 10,
    "POST /api/logout": 5,
    "POST /api/name": 20,
    "POST /api/password": 10,
    "POST /api/reset": 10,
    "GET /api/sessions": 6,
    "DELETE /api/sessions/{wanted}": 8,
    "DELETE /api/sessions": 10,
    "GET /api/me": 4,
    "POST /api/chips": 10,
    "GET /api/rules/{game}": 8,
    "GET /api/rules/{game}/examples/{clause}": 4,
    "POST /api/best": 5,
    "POST /api/price": 5,
    "POST /api/alarm": 5,
    "POST /api/explain": 5,
    "POST /api/names": 5,
    "POST /api/coach": 12,
    "GET /api/skill": 40,
    "POST /api/drill": 5,
    "POST /api/drill/answer": 5,
    "GET /api/study/waiting": 3,
    "POST /api/lab/slopes": 8,
    "POST /api/lab/{question}": 8,
}
"""By method and path."""

OPERATOR = 15.0
"""Every route of the operator."""

ANY_REQUEST = 2.0
"""The cost of any request before its route; pages and files cost no more."""

MESSAGES: dict[type, float] = {
    messages.Sit: 4,
    messages.Stand: 4,
    messages.SitOut: 4,
    messages.SitIn: 4,
    messages.Watch: 5,
    messages.Resume: 5,
    messages.Leave: 1,
    messages.EntropyCommit: 3,
    messages.Entropy: 3,
    messages.Post: 4,
    messages.Decide: 4,
    messages.Set: 8,
    messages.HouseWay: 10,
    messages.Kick: 4,
    messages.Mute: 4,
    messages.Bank: 4,
    messages.PassBank: 4,
    messages.Next: 2,
    messages.Emote: 3,
    messages.Ask: 5,
}
UNREADABLE = 2.0
"""A frame that is not a message."""
ASK_HOUSE_WAY = 20.0
"""The extra cost of a question about the house way."""

QUESTIONS: dict[str, float] = {
    "lab/price": 500,
    "lab/alarm": 500,
    "lab/certificate": 1_500,
    "lab/slope": 500,
    "lab/slopes": 10_000,
    "lab/readings": 30_000,
    "lab/strategy": 5_000,
    "price": 500,
    "alarm": 500,
    "explain": 5_000,
    "best": 1_000,
    "coach": 1_000,
    "drill": 2_000,
    "drill/answer": 1_000,
    "record": 100,
    "replay": 300,
    "examples": 200,
}
"""By question; longer ones are bounded by the deadline and the queue."""


def route_cost(method: str, path: str) -> float:
    """The cost of a request, by the path of its route."""
    if path.startswith("/api/operator"):
        return OPERATOR
    return ROUTES[f"{method} {path}"]


def message_cost(message: messages.AnyMessage) -> float:
    """The cost of a message over the socket."""
    cost = MESSAGES[type(message)]
    if isinstance(message, messages.Ask) and message.house_way:
        return cost + ASK_HOUSE_WAY
    return cost


def study_cost(question: str) -> float:
    """The cost of a question to the study pool."""
    return QUESTIONS[question]
