"""Files: nothing is written outside the folder that the user named."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import replace_file
from symbolic_rl.cli import import_


def test_a_link_in_the_place_of_the_file_aside_is_not_written_through(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / ".state.pt.part").symlink_to(precious)
    replace_file(tmp_path / "state.pt", b"new")

    assert precious.read_text() == "mine"
    assert (tmp_path / "state.pt").read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["precious", "state.pt"]


@pytest.mark.parametrize("name", ["../evil", "../../evil", "/tmp/evil", "a/b", "..", "."])
def test_the_name_of_a_pack_does_not_leave_its_folder(name: str, tmp_path: Path) -> None:
    files = []
    for split in ("train", "valid", "test"):
        files.append(tmp_path / f"{split}.tsv")
        files[-1].write_text(f"{split}\tr\tb\n")
    out = tmp_path / "deep" / "out"
    with pytest.raises(ConfigError, match="is no name of a folder"):
        import_.main(["triples", *map(str, files), "--name", name, "--out", str(out)])

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "test.tsv",
        "train.tsv",
        "valid.tsv",
    ]
