"""The one door between other threads and the GUI thread."""

from neurodesk.ui.bridge.bridge import Bridge, BridgeEvent
from neurodesk.ui.bridge.query_runner import QueryRunner, QueryTicket

__all__ = ["Bridge", "BridgeEvent", "QueryRunner", "QueryTicket"]
