"""The only writer of knowledge-base files: promotion, its undo, recovery of a journalled promotion (SPEC P5)."""

from neurodesk.storage.kb_files.journal import promote, recover, undo

__all__ = ["promote", "recover", "undo"]
