"""The first run: a wizard that can be left, skipped and gone on with (SPEC I1; design, section 9)."""

# Where the layout remembers how far the wizard came, and that it is over.
STEP, DONE, OVER = "first_run.step", "first_run.done", "first_run.over"
