"""The scanner's signals, one room each (SPEC G1); ``pipeline.scan`` runs them and ranks what they find."""
