"""How long a prompt may be, how it is cut, and whether a node cut it in silence (SPEC M6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Characters a token before a model has shown its own ratio; German prose and code lie near it.
CHARS_PER_TOKEN = 3.2
MIN_RATIO, MAX_RATIO = 1.0, 8.0
# Windows that are asked for: few steps, because each change makes a node load the model anew.
WINDOWS = (2048, 4096, 8192, 16384, 32768, 65536, 131072)
# A model with a smaller window, or a smaller file, writes and judges in small parts: what it says in one
# piece is cut at the window's end, or loses its thread long before.
SMALL_WINDOW = 4096
SMALL_MODEL_BYTES = 1_000_000_000
# Characters of sources that a small model reads at most in one call.
SMALL_MATERIAL_CHARS = 2_400
# What JSON adds to each text of a reply, in tokens.
FIELD_TOKENS = 8
# What a model adds around all of them: braces, keys, and the mark of the request.
FRAME_TOKENS = 48
# What the chat template of a model adds, in tokens.
TEMPLATE_TOKENS = 96
CUT_MARK = " […]"


@dataclass(frozen=True, slots=True)
class Capacity:
    """What one call of a model can hold.

    Attributes:
        window: tokens that prompt and reply share.
        small: whether it works in small parts.
        chars_per_token: as the model has shown it so far.
    """

    window: int
    small: bool
    chars_per_token: float

    def reply_tokens(self, wanted: int) -> int:
        """Return the most tokens of a reply: one that may fill the window leaves no room for the question."""
        return min(wanted, self.window // 2)

    def field_chars(self, count: int, wanted: int, *, tokens: int, least: int = 60) -> int:
        """Return how long each of so many texts of a reply may be, so that the reply comes whole (SPEC M5).

        It does even if each character takes a token, as digits do.
        """
        room = (self.reply_tokens(tokens) - FRAME_TOKENS) // max(1, count) - FIELD_TOKENS
        return max(least, min(wanted, room))

    def material_chars(self) -> int:
        """Return the characters of sources that a small model is given."""
        half = int((self.window - self.window // 2 - TEMPLATE_TOKENS) * self.chars_per_token)
        return max(0, min(SMALL_MATERIAL_CHARS, int(half * 0.6)))


def is_small(window: int, size_bytes: int) -> bool:
    """Tell whether a model works in small parts; a size of 0 is unknown and says nothing."""
    return window < SMALL_WINDOW or 0 < size_bytes < SMALL_MODEL_BYTES


class TokenRatio:
    """Characters a token of one model, learned from the ``prompt_eval_count`` that it reports.

    The ratio errs on the safe side: it falls at once when a prompt took more tokens than expected, and
    rises slowly.
    """

    def __init__(self, chars_per_token: float = CHARS_PER_TOKEN) -> None:
        self.chars_per_token = chars_per_token
        self.seen = 0

    def tokens(self, chars: int) -> int:
        """Estimate the tokens of so many characters, template included."""
        return int(chars / self.chars_per_token) + 1 + TEMPLATE_TOKENS

    def chars(self, tokens: int) -> int:
        """Return the characters that fit into so many tokens, template included."""
        return max(0, int((tokens - TEMPLATE_TOKENS - 1) * self.chars_per_token))

    def learn(self, chars: int, tokens: int) -> None:
        """Take a whole prompt's true count into account; short prompts say little and are left out."""
        if chars < 400 or tokens <= 0:
            return
        body = max(1, tokens - min(TEMPLATE_TOKENS // 4, tokens // 2))
        found = min(MAX_RATIO, max(MIN_RATIO, chars / body))
        if not self.seen or found < self.chars_per_token:
            self.chars_per_token = found
        else:
            self.chars_per_token += (found - self.chars_per_token) * 0.2
        self.seen += 1


@dataclass(frozen=True, slots=True)
class Window:
    """A chosen context window, tokens; ``fits`` tells whether prompt and answer have room in it."""

    num_ctx: int
    fits: bool


def choose_window(prompt_tokens: int, answer_tokens: int, *, cap: int, model_limit: int, last: int) -> Window:
    """Choose num_ctx: the last one if it serves, else the next step, never above the cap (SPEC M6).

    Args:
        prompt_tokens, answer_tokens: what the call needs.
        cap: the curator's setting.
        model_limit: the model's own context length, 0 when unknown.
        last: what the model was loaded with, 0 for none.
    """
    limit = min(cap, model_limit) if model_limit > 0 else cap
    needed = prompt_tokens + answer_tokens
    if needed <= last <= limit:
        return Window(last, True)
    for step in WINDOWS:
        if max(needed, last) <= step <= limit:
            return Window(step, True)
    return Window(limit, needed <= limit)


def is_truncated(
    prompt_chars: int, reported_tokens: int, num_ctx: int, ratio: TokenRatio, *, answer_tokens: int = 0
) -> bool:
    """Tell whether a count shows that the node dropped part of the prompt (SPEC M6).

    Args:
        reported_tokens: ``prompt_eval_count``; 0 means not reported, which shows nothing.
        num_ctx: the window asked for, 0 when the server has one of its own.
        answer_tokens: what the reply took; prompt and reply share the window.
    """
    if reported_tokens <= 0:
        return False
    expected = prompt_chars / ratio.chars_per_token
    if num_ctx and reported_tokens >= num_ctx - 1:
        return True
    # A model that never reported may have a quarter more characters a token than we think; a dropped
    # prompt loses more than that. A known model is held to its own ratio.
    least = 0.75 if ratio.seen else 0.45
    if expected >= 150 and reported_tokens < expected * least:
        return True
    return bool(num_ctx) and expected > num_ctx and reported_tokens > num_ctx // 4


def fair_shares(lengths: Sequence[int], budget: int) -> list[int]:
    """Share a budget out: short ones whole, the rest evenly, what is left over to the first (SPEC M6).

    Args:
        lengths: characters each one wants.
        budget: characters there are.

    Returns:
        Characters each one gets; the sum is the budget, or the sum of the lengths if that is smaller.
    """
    shares = [0] * len(lengths)
    open_places = [place for place, length in enumerate(lengths) if length > 0]
    left = max(0, budget)
    while open_places and left > 0:
        even = left // len(open_places)
        small = [place for place in open_places if lengths[place] - shares[place] <= even]
        if not small:
            for number, place in enumerate(open_places):
                shares[place] += even + (number < left - even * len(open_places))
            return shares
        for place in small:
            left -= lengths[place] - shares[place]
            shares[place] = lengths[place]
        open_places = [place for place in open_places if place not in set(small)]
    return shares


def cut_text(text: str, limit: int) -> str:
    """Cut a text at the end of a paragraph, line or sentence, whichever keeps at least half, and mark it."""
    if len(text) <= limit:
        return text
    room = limit - len(CUT_MARK)
    if room <= 0:
        return ""
    head = text[:room]
    for separator in ("\n\n", "\n", ". ", " "):
        at = head.rfind(separator)
        if at >= room // 2:
            return head[: at + (1 if separator == ". " else 0)].rstrip() + CUT_MARK
    return head + CUT_MARK


def cut_fairly(texts: Sequence[str], budget: int) -> list[str]:
    """Cut several texts to a common budget of characters; an empty text means it had no room."""
    shares = fair_shares([len(text) for text in texts], budget)
    return [cut_text(text, share) for text, share in zip(texts, shares, strict=True)]
