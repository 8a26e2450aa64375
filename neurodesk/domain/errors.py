"""The error families of NeuroDesk.

    NeuroDeskError              carries a stable code and parameters; the surfaces word it
    |-- BadInput                something given from outside is wrong; nothing was changed
    |-- RuleRefused             a rule of the product forbids the act now
    |   |-- IllegalTransition   a state may not follow another (SPEC Q2, P1)
    |   `-- StaleLease          a result came with a token that no longer holds (SPEC Q5)
    |-- EnvironmentFault        known: the environment's fault, never a bug
    |   |-- StorageFault        disk full, read-only folder, lock, newer schema, corrupt file
    |   `-- InfrastructureFault endpoint down, search blocked, rate limit: defers without a charge (SPEC Q6)
    `-- TaskFault               a task's own error: charged, deferred with backoff (SPEC Q6)

Everything else that is raised is a bug and ends in the reporter.
"""

from __future__ import annotations


class NeuroDeskError(Exception):
    """An error with a stable code.

    Args:
        code: snake_case identifier, worded by ``neurodesk.app.notices``.
        **params: plain values that the wording may use.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        """Return the code with its parameters, for logs."""
        inner = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code}({inner})" if inner else self.code


class BadInput(NeuroDeskError):
    """Input from outside is wrong; nothing was changed."""


class RuleRefused(NeuroDeskError):
    """A rule of the product forbids this act in this state."""


class IllegalTransition(RuleRefused):
    """A state may not follow another (SPEC Q2, P1)."""


class StaleLease(RuleRefused):
    """A result or heartbeat came with a token that no longer holds the lease (SPEC Q5)."""


class EnvironmentFault(NeuroDeskError):
    """The environment's fault: shown as a notice that says what happened, what is safe, what to do."""


class StorageFault(EnvironmentFault):
    """The database or a file cannot be read or written (SPEC S3)."""


class InfrastructureFault(EnvironmentFault):
    """An endpoint is down, blocked or limited: the task is deferred without a charge (SPEC Q3, Q6).

    Args:
        code: one of the deferral reasons, such as ``search_blocked`` or ``model_unavailable``.
        retry_after_s: seconds that the other side asked to wait, if it did.
    """

    def __init__(self, code: str, *, retry_after_s: float | None = None, **params: object) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(code, **params)


class TaskFault(NeuroDeskError):
    """A task's own error: the attempt stays charged (SPEC Q6)."""
