"""Open the shipped sample from any place's empty state, as a job with progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from neurodesk.ui.i18n import tr

if TYPE_CHECKING:
    from neurodesk.app.commands.sample import SampleOpened
    from neurodesk.ui.desk.context import DeskContext

KIND = "sample"


def start_sample(context: DeskContext) -> None:
    """Lay the sample into the profile; a second call while one runs does nothing."""
    jobs = context.services.jobs
    if any(job.kind == KIND for job in jobs.open_jobs()):
        return
    profile = context.profile

    def work(progress: Callable[[str, int, int], None], stopped: Callable[[], bool]) -> object:
        from neurodesk.app.commands.sample import open_sample
        from neurodesk.bootstrap import open_extractor

        with open_extractor() as extractor:
            return open_sample(profile, extractor, progress=progress, stopped=stopped)

    def done(found: SampleOpened) -> None:
        text = tr("Sample", "The sample is read: {articles} articles, {findings} findings, {tasks} tasks.")
        context.say(text.format(articles=found.articles, findings=found.findings, tasks=found.questions))

    context.say(tr("Sample", "The sample is being read; the worker starts on its questions by itself."))
    jobs.start(KIND, "", work, done)
