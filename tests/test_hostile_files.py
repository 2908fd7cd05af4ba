"""Files: nothing is written outside the folder that the user named, and through no link."""

import os
import stat
from pathlib import Path

import pytest

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import replace_file
from symbolic_rl.cli.programs import import_pack
from tests.problems import write_files
from tests.processes import Run


def test_a_link_in_the_place_of_the_file_aside_is_not_written_through(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / ".state.pt.part").symlink_to(precious)
    replace_file(tmp_path / "state.pt", b"new")
    assert precious.read_text() == "mine"
    assert (tmp_path / "state.pt").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["precious", "state.pt"]


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "a/b", "..", "."])
def test_the_name_of_a_pack_does_not_leave_its_folder(name: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{split}.tsv" for split in ("train", "valid", "test")]
    for file in files:
        file.write_text(f"{file.stem}\tr\tb\n")
    out = tmp_path / "deep" / "out"
    with pytest.raises(ConfigError, match="is not a folder name"):
        import_pack(["triples", *map(str, files), "--name", name, "--out", str(out)])
    assert {*tmp_path.iterdir()} == {*files}


PROBLEM = "cnf(a, axiom, p(a)).\ncnf(b, negated_conjecture, ~p(X)).\n"
WRITERS = {
    # words of a command: where links stand in the place of what it writes
    ("prove", "p.pl", "p(X)", "--save", "a.json"): ("a.json", ".a.json.part"),
    ("prove", "p.pl", "p(X)", "--html", "a.html"): ("a.html",),
    ("import", "tptp", "a.p", "--out", "o"): ("o/a/program.pl", "o/a/env.toml"),
    ("import", "popper", "pop", "--out", "o"): ("o/pop/train.pl", "o/pop/rules.pl"),
    ("import", "triples", "t", "--out", "o"): ("o/t/program.pl", "o/t/valid.pl"),
}


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_no_link_is_written_through(words: tuple[str, ...], tmp_path: Path, command: Run) -> None:
    """Links to a file of somebody else are replaced by files."""
    texts = {"p.pl": "p(a).\n", "a.p": PROBLEM, "pop/bk.pl": "q(a).\n",
             "pop/exs.pl": "pos(p(a)).\n", "pop/bias.pl": "head_pred(p,1).\nbody_pred(q,1).\n",
             **{f"t/{split}.txt": f"a\tr\t{split}\n" for split in ("train", "valid", "test")},
             "precious": "mine"}  # fmt: skip
    write_files(tmp_path, texts)
    for name in WRITERS[words]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(tmp_path / "precious")
    done = command(*words)

    assert done.returncode in (0, 2), done.stderr
    assert (tmp_path / "precious").read_text() == "mine"
    assert done.returncode or not (tmp_path / WRITERS[words][0]).is_symlink()


def test_records_of_goals_are_not_written_through_a_link(tmp_path: Path, command: Run) -> None:
    write_files(tmp_path, {"precious": ""}, p="p(a).\n", g="p(a).\n")
    (tmp_path / "kept.jsonl").symlink_to("precious")
    done = command("prove", "p.pl", "--goals", "g.pl", "--save", "kept.jsonl")
    assert done.returncode == 2 and "cannot keep the proofs" in done.stderr
    assert (tmp_path / "precious").read_text() == ""


def test_a_pipe_is_written_to_and_stays_what_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(tmp_path / "pipe", b"text")
        assert os.read(reader, 9) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)
    replace_file(Path(os.devnull), b"nothing")
    assert stat.S_ISCHR(Path(os.devnull).lstat().st_mode)
