"""What leaves this computer: queries that wait for the curator, and the log of requests (SPEC W10)."""

WAITING, LOG = "waiting", "log"
