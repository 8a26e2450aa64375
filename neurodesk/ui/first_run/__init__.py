"""The first run: a wizard that can be left, skipped and gone on with (SPEC I1; design, section 9)."""
