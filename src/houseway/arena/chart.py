"""The chart of a contest: the regret of each agent with its 99 % interval, as SVG."""

from __future__ import annotations

from ..report.charts import GAIN, INK, LOSS, SETTINGS, new_figure, to_svg
from ..rules.errors import Unreadable
from .result import SURE, Contest


def refuse_without_matplotlib() -> None:
    """Raise `Unreadable` if charts cannot be drawn here."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Unreadable("charts need Matplotlib: pip install matplotlib") from None


def chart_of(result: Contest) -> str:
    """The chart as the text of an SVG file. Needs the extra `report`."""
    refuse_without_matplotlib()
    import matplotlib as mpl

    ranking = result.ranking
    with mpl.rc_context(SETTINGS):
        picture, axes = new_figure(1.2 + 0.35 * len(ranking))
        places = range(len(ranking))
        axes.barh(
            places,
            [agent.regret.mean for agent in ranking],
            xerr=[SURE * agent.regret.error for agent in ranking],
            color=[LOSS if agent.out else GAIN for agent in ranking],
            ecolor=INK,
            capsize=3,
        )
        axes.set_yticks(places, [f"{agent.name} (out)" if agent.out else agent.name for agent in ranking])
        axes.invert_yaxis()
        axes.set_xlim(left=0)
        axes.set_xlabel("chips a deal given up against best play, with 99 % interval")
        axes.set_title(f"{result.name}, {result.rounds:,} deals, seed {result.seed}")
        return to_svg(picture)
