"""Faults of disk and folder while a promotion runs: each file is old or new, the message says what."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands import promote as promoting
from neurodesk.app.commands.promote import Promoted, promote, undo
from neurodesk.app.commands.review import mark_seen
from neurodesk.app.decide import DESK, decide_to_promote, decide_to_undo
from neurodesk.app.notices import NOTICES
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import promotions_of, show_draft
from neurodesk.bootstrap import open_profile
from neurodesk.domain.articles import Decision
from neurodesk.domain.errors import NeuroDeskError, RuleRefused, StorageFault
from neurodesk.storage.kb_files import folder as kb_folder
from neurodesk.storage.promotion_store import Phase
from tests.desk_parts import BASE, imported, make_kb, store_draft, store_evidence, tree_bytes

TARGET = "storage/extend.md"


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as opened:
        yield opened


@pytest.fixture
def kb(tmp_path: Path, profile: Profile) -> Path:
    root = make_kb(tmp_path / "kb")
    imported(profile, root)
    return root


def decided(profile: Profile, draft: str, **more: str) -> Decision:
    """See a draft and decide to promote it, as the desk does."""
    mark_seen(profile, draft)
    desk = show_draft(profile, draft)
    return decide_to_promote(
        profile,
        draft,
        who="Ada",
        where=DESK,
        seen_sha256=desk.seen,
        ticks=[one.id for one in desk.claims if one.must_be_ticked],
        reasons={one.id: "known" for one in desk.claims if one.verdict == "unsupported"},
        **more,
    )


def revision(profile: Profile, added: str = "Run `vgs` to see the free space of the volume group.") -> str:
    body = BASE.split("---\n\n", 1)[1]
    evidence = store_evidence(profile)
    kb_id = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
    text = body.replace("grows.", f"grows.\n\n{added}")
    return store_draft(profile, text, evidence=[evidence], kb_id=kb_id, base_path=TARGET)


def new_article(profile: Profile, folder: str = "storage") -> str:
    evidence = store_evidence(profile)
    kb_id = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
    return store_draft(profile, evidence=[evidence], kb_id=kb_id, folder=folder)


def refused(profile: Profile, decision: Decision, kb: Path, code: str) -> NeuroDeskError:
    """Promote, expect a worded refusal, and see that nothing in the KB changed."""
    before = tree_bytes(kb)
    with pytest.raises(NeuroDeskError) as caught:
        promote(profile, decision)
    assert caught.value.code == code, caught.value
    assert caught.value.code in NOTICES
    assert tree_bytes(kb) == before
    assert [row for row in promotions_of(profile, decision.draft_id) if row.phase is Phase.DONE] == []
    return caught.value


def then_works(profile: Profile, draft: str, kb: Path) -> Promoted:
    """The draft is kept: once the fault is gone the same draft is promoted."""
    done = promote(profile, decided(profile, draft))
    assert (kb / done.path).is_file()
    return done


# -- no space ------------------------------------------------------------------------------------------------


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with hardly any room."""
    place = tmp_path / "tiny"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"cannot mount: {done.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_leaves_the_former_bytes(tiny: Path, profile: Profile) -> None:
    root = make_kb(tiny / "kb")
    imported(profile, root)
    draft = revision(profile)
    decision = decided(profile, draft)
    filler = tiny / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(tiny).free < 4096
    refused(profile, decision, root, "kb_disk_full")
    filler.unlink()
    then_works(profile, draft, root)


def test_a_file_size_limit_counts_as_no_space(profile: Profile, kb: Path) -> None:
    # The limit stops the database too; so only the writing of the article runs under it.
    draft = revision(profile)
    decision = decided(profile, draft)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    original = kb_folder.KbFolder.write

    def limited(self: kb_folder.KbFolder, *args: object, **kwargs: object) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, hard))
        try:
            original(self, *args, **kwargs)  # type: ignore[arg-type]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.KbFolder, "write", limited)
        refused(profile, decision, kb, "kb_disk_full")
    then_works(profile, draft, kb)


# -- no right, read-only, locked -----------------------------------------------------------------------------


def test_a_read_only_file_system_leaves_the_former_bytes(tiny: Path, profile: Profile) -> None:
    root = make_kb(tiny / "kb")
    imported(profile, root)
    draft = revision(profile)
    decision = decided(profile, draft)
    subprocess.run(["mount", "-o", "remount,ro", str(tiny)], check=True)
    refused(profile, decision, root, "kb_read_only")
    subprocess.run(["mount", "-o", "remount,rw", str(tiny)], check=True)
    then_works(profile, draft, root)


def test_a_folder_without_the_right_to_write_leaves_the_former_bytes(profile: Profile, kb: Path) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    place = kb / "storage"
    if os.geteuid() == 0:
        # Root may write anywhere but into an immutable folder.
        if subprocess.run(["chattr", "+i", str(place)], capture_output=True).returncode:
            pytest.skip("this file system knows no immutable folders")
        undo_it = ["chattr", "-i", str(place)]
    else:
        place.chmod(0o500)
        undo_it = ["chmod", "700", str(place)]
    try:
        refused(profile, decision, kb, "kb_no_right")
    finally:
        subprocess.run(undo_it, check=True)
    then_works(profile, draft, kb)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "kb_no_right"),
        (errno.EBUSY, "kb_file_locked"),
        (errno.EROFS, "kb_read_only"),
        (errno.ENOSPC, "kb_disk_full"),
        (errno.EIO, "kb_file_failed"),
        (errno.EXDEV, "kb_file_failed"),
    ],
)
@pytest.mark.parametrize("call", ["replace", "fsync", "open"])
def test_any_call_that_fails_once_leaves_old_or_new(
    profile: Profile, kb: Path, number: int, code: str, call: str
) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    before = tree_bytes(kb)
    real: Callable[..., object] = getattr(os, call)
    armed = True

    def failing(*args: object, **kwargs: object) -> object:
        nonlocal armed
        name = str(args[0])
        if armed and (call == "fsync" or ".neurodesk-p_" in name):
            armed = False
            raise OSError(number, os.strerror(number))
        return real(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.os, call, failing)
        with pytest.raises(StorageFault) as caught:
            promote(profile, decision)
    assert caught.value.code == code
    assert not armed
    assert tree_bytes(kb) == before
    then_works(profile, draft, kb)


# -- other device --------------------------------------------------------------------------------------------


def test_a_knowledge_base_on_another_device_is_promoted_to_and_undone(tiny: Path, profile: Profile) -> None:
    root = make_kb(tiny / "kb")
    imported(profile, root)
    assert root.stat().st_dev != profile.paths.root.stat().st_dev
    before = tree_bytes(root)
    done = then_works(profile, revision(profile), root)
    undo(profile, decide_to_undo(profile, done.promotion_id, who="Ada", where=DESK))
    assert tree_bytes(root) == before


# -- links and collisions ------------------------------------------------------------------------------------


def test_a_file_swapped_for_a_link_is_not_written_through(profile: Profile, kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    decision = decided(profile, revision(profile))
    shutil.move(kb / TARGET, outside)
    (kb / TARGET).symlink_to(outside)
    former = outside.read_bytes()
    with pytest.raises(NeuroDeskError):
        promote(profile, decision)
    assert outside.read_bytes() == former
    assert (kb / TARGET).is_symlink()


def test_a_folder_swapped_for_a_link_leads_nowhere(profile: Profile, kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    decision = decided(profile, revision(profile))
    shutil.move(kb / "storage", outside)
    (kb / "storage").symlink_to(outside, target_is_directory=True)
    former = tree_bytes(outside)
    with pytest.raises(RuleRefused) as caught:
        promote(profile, decision)
    assert caught.value.code == "kb_path_unsafe"
    assert tree_bytes(outside) == former


def test_a_new_article_never_leaves_through_a_linked_folder(
    profile: Profile, kb: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (kb / "out").symlink_to(outside, target_is_directory=True)
    decision = decided(profile, new_article(profile), folder="out/deep")
    refused(profile, decision, kb, "kb_path_unsafe")
    assert list(outside.iterdir()) == []


def test_a_swap_between_check_and_write_is_caught(profile: Profile, kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    decision = decided(profile, revision(profile))
    real = kb_folder.KbFolder.write

    def swapped(self: kb_folder.KbFolder, *args: object, **kwargs: object) -> None:
        shutil.move(kb / "storage", outside)
        (kb / "storage").symlink_to(outside, target_is_directory=True)
        real(self, *args, **kwargs)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.KbFolder, "write", swapped)
        with pytest.raises(RuleRefused) as caught:
            promote(profile, decision)
    assert caught.value.code == "kb_path_unsafe"
    assert (outside / "extend.md").read_text("utf-8") == BASE


def test_a_name_that_differs_by_case_only_is_refused(profile: Profile, kb: Path) -> None:
    draft = new_article(profile)
    mark_seen(profile, draft)
    path = show_draft(profile, draft).plan.target_path
    (kb / path.replace("grow", "Grow")).write_text("# Other\n", "utf-8")
    refused(profile, decided(profile, draft), kb, "name_collides")


def test_a_folder_that_differs_by_case_only_is_refused(profile: Profile, kb: Path) -> None:
    refused(profile, decided(profile, new_article(profile), folder="Storage"), kb, "name_collides")


def test_a_file_that_appeared_meanwhile_is_not_overwritten(profile: Profile, kb: Path) -> None:
    draft = new_article(profile)
    decision = decided(profile, draft)
    target = kb / show_draft(profile, draft).plan.target_path
    target.write_text("# Mine\n", "utf-8")
    refused(profile, decision, kb, "base_moved")


# -- edited meanwhile ----------------------------------------------------------------------------------------


def test_an_edit_between_plan_and_write_wins(profile: Profile, kb: Path) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    real = kb_folder.KbFolder.write

    def edited(self: kb_folder.KbFolder, *args: object, **kwargs: object) -> None:
        (kb / TARGET).write_text(BASE + "\nMine.\n", "utf-8")
        real(self, *args, **kwargs)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.KbFolder, "write", edited)
        with pytest.raises(RuleRefused) as caught:
            promote(profile, decision)
    assert caught.value.code == "base_moved"
    assert (kb / TARGET).read_text("utf-8") == BASE + "\nMine.\n"
    assert show_draft(profile, draft).draft.state == "conflict"


def test_an_edit_in_the_very_moment_of_the_rename_is_put_back(profile: Profile, kb: Path) -> None:
    decision = decided(profile, revision(profile))
    real = os.replace

    def edited(old: object, new: object, **kwargs: object) -> None:
        if (
            "extend.md" in str(new)
            and ".neurodesk-p_" in str(old)
            and b"Mine" not in (kb / TARGET).read_bytes()
        ):
            with (kb / TARGET).open("ab") as file:
                file.write(b"\nMine.\n")
        real(old, new, **kwargs)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.os, "replace", edited)
        with pytest.raises(RuleRefused) as caught:
            promote(profile, decision)
    assert caught.value.code == "base_moved"
    assert (kb / TARGET).read_text("utf-8") == BASE + "\nMine.\n"


# -- folder gone ---------------------------------------------------------------------------------------------


def test_a_knowledge_base_whose_folder_is_gone_changes_nothing(profile: Profile, kb: Path) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    away = kb.with_name("away")
    kb.rename(away)
    with pytest.raises(NeuroDeskError) as caught:
        promote(profile, decision)
    assert caught.value.code == "kb_folder_gone"
    away.rename(kb)
    then_works(profile, draft, kb)


def test_a_folder_that_goes_before_the_write_leaves_no_promotion_for_later(
    profile: Profile, kb: Path
) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    away = kb.with_name("away")
    real = kb_folder.KbFolder.read

    def gone(self: kb_folder.KbFolder, path: str) -> bytes | None:
        if kb.exists():
            kb.rename(away)
        return real(self, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb_folder.KbFolder, "read", gone)
        with pytest.raises(StorageFault) as caught:
            promote(profile, decision)
    assert caught.value.code == "kb_folder_gone"
    away.rename(kb)
    assert promoting.recover_promotions(profile) == []
    assert (kb / TARGET).read_text("utf-8") == BASE
    then_works(profile, draft, kb)


# -- the rest ------------------------------------------------------------------------------------------------


def test_the_mode_of_a_file_is_kept(profile: Profile, kb: Path) -> None:
    (kb / TARGET).chmod(0o640)
    then_works(profile, revision(profile), kb)
    assert stat.S_IMODE((kb / TARGET).stat().st_mode) == 0o640


def test_two_promotions_at_once_make_one(profile: Profile, kb: Path) -> None:
    draft = revision(profile)
    decision = decided(profile, draft)
    results: list[str] = []

    def run() -> None:
        try:
            promote(profile, decision)
            results.append("done")
        except NeuroDeskError as error:
            results.append(error.code)
        finally:
            profile.database.release_reader()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert results.count("done") == 1, results
    assert len([row for row in promotions_of(profile, draft) if row.phase is Phase.DONE]) == 1


def test_kept_bytes_that_were_changed_are_not_written_back(profile: Profile, kb: Path) -> None:
    done = then_works(profile, revision(profile), kb)
    (profile.paths.backups / "articles" / done.promotion_id / "0.old").write_bytes(b"evil")
    before = tree_bytes(kb)
    with pytest.raises(StorageFault) as caught:
        undo(profile, decide_to_undo(profile, done.promotion_id, who="Ada", where=DESK))
    assert caught.value.code == "backup_damaged"
    assert tree_bytes(kb) == before


def test_nothing_is_in_the_knowledge_base_without_a_persons_promotion(profile: Profile, kb: Path) -> None:
    before = tree_bytes(kb)
    then_works(profile, new_article(profile), kb)
    for path in set(tree_bytes(kb)) - set(before):
        rows = profile.database.read(
            lambda rx, path=path: rx.sql(  # type: ignore[misc]
                "SELECT decision, audit_seq FROM promotion WHERE path = ? AND phase = 'done'", (path,)
            )
        )
        assert len(rows) == 1
        assert '"who":"Ada"' in rows[0]["decision"]
        assert rows[0]["audit_seq"] > 0
