"""The planner by rule (SPEC E1, G3)."""

from __future__ import annotations

from neurodesk.domain.planning import PlanRequest, plan_by_rule
from neurodesk.domain.research import Plan


class EmbeddedPlanner:
    """Plans without a language model."""

    async def plan(self, request: PlanRequest) -> Plan:
        """Return the plan that the rules give."""
        return plan_by_rule(request)
