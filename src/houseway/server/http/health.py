"""Health checks and metrics: whether the process is alive and ready for visitors."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ..observability import metrics
from .dependencies import RoomServices
from .operator import OperatorHere

health_routes = APIRouter(include_in_schema=False)


@health_routes.get("/healthz")
async def alive() -> Response:
    """The process answers."""
    return PlainTextResponse("alive\n")


@health_routes.get("/readyz")
async def ready(services: RoomServices) -> Response:
    """New visitors can be sent here: the database accepts writes and the process is not about to stop."""
    if services.room.draining:
        return PlainTextResponse("draining\n", status_code=503)
    if not await services.health.writable():
        return PlainTextResponse("the database does not accept writes\n", status_code=503)
    return PlainTextResponse("ready\n")


@health_routes.get("/metrics")
async def metrics_page(request: Request, operator: OperatorHere) -> Response:
    """Metrics of this process, for the operator; --metrics-port serves them to this machine without a token."""
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)
