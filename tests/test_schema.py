"""One row more in the schema and its lines in C, and the key is everywhere."""

import os
import shutil
import sys
from pathlib import Path
from textwrap import dedent

import symbolic_rl
from symbolic_rl.base.files import ENVS_DIR, PROLOG_DIR
from tests.processes import quick_compiler, ran

PACKAGE = Path(symbolic_rl.__file__).parent

LAST_ROW = '    """[N, 1] inferences of the derivation."""\n'
NEW_ROW = '    turned: NDArray[np.int32] = _key("1", np.int32, source="turned")\n'
IN_H = " FIELD(int32_t *, inferences)"
IN_C = {
    "views.c": "  to->inferences[i] = (int32_t)p->inferences[row];\n",
    "step.c": "  to->inferences[row] = from->inferences[i];\n",
}
"""How C declares and writes a key of one number, by file."""

PROGRAM = "".join(f"q({name}).\n" for name in "abcdefgh") + "r(h).\n"
GOAL = "q(X), r(X)"

SETUP = """
    import numpy as np
    from symbolic_rl.base.config import MORE, EnvConfig
    from symbolic_rl.derivations.problem import load_problem

    def problem(engine="prolog"):
        return load_problem(FILE, EnvConfig(n_candidates=4, engine=engine), goal=GOAL)

    def turn(clauses):
        "The action more where it is offered, else the first."
        return (clauses == MORE).argmax(-1)
"""

WITHOUT_TORCH = """
    from symbolic_rl.envs.gymnasium import DerivationGymEnv, DerivationVectorEnv
    from symbolic_rl.derivations.derivations import Derivations

    rows = Derivations(problem(), 2, split="goal")
    seen = [rows.reset()]
    for _ in range(3):
        seen.append(rows.step(turn(seen[-1].clauses))[1])
    assert seen[0].turned.dtype == np.int32 and seen[0].turned.shape == (2, 1)
    assert [int(observation.turned[0, 0]) for observation in seen] == [0, 1, 2, 0]

    one = DerivationGymEnv(FILE, goal=GOAL, n_candidates=4)
    observation = one.reset(seed=0)[0]
    assert one.observation_space["turned"].shape == (1,)
    assert observation in one.observation_space
    assert one.step(turn(observation["clauses"]))[0]["turned"].tolist() == [1]
    many = DerivationVectorEnv(FILE, goal=GOAL, n_candidates=4, num_envs=2)
    assert many.reset(seed=0)[0]["turned"].shape == many.observation_space["turned"].shape
"""

WITH_TORCH = """
    import torch
    from tensordict.nn import TensorDictModule
    from torchrl.envs.utils import check_env_specs
    from symbolic_rl.envs.on_device import TensorDerivationEnv
    from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv

    choose = lambda clauses: torch.as_tensor(turn(clauses.numpy()))
    turned = TensorDictModule(choose, in_keys=["clauses"], out_keys=["action"])

    env, other = (DerivationEnv(problem(), 2, split="goal") for _ in range(2))
    check_env_specs(env)
    spec = env.observation_spec["turned"]
    assert (spec.shape, spec.dtype) == ((2, 1), torch.int32)
    rollout = env.rollout(2, turned, break_when_any_done=False)
    assert rollout["turned"].squeeze(-1).tolist() == [[0, 1], [0, 1]]
    assert rollout["next", "turned"].squeeze(-1).tolist() == [[1, 2], [1, 2]]

    torch.save(dict(env.state_dict()), "state.pt")
    other.load_state_dict(torch.load("state.pt", weights_only=True))
    assert other.reset()["turned"].tolist() == [[2], [2]]

    workers = PoolEnv(problem(), 3, n_workers=2, split="goal")
    after, current = workers.step_and_maybe_reset(turned(workers.reset()))
    assert after["next", "turned"].tolist() == current["turned"].tolist() == [[1]] * 3
    workers.close()

    device = TensorDerivationEnv(problem("tensor"), 2, split="goal")
    assert device.step(turned(device.reset()))["next", "turned"].tolist() == [[1], [1]]
"""


def copy(folder: Path) -> None:
    """Copy the package beside the program, with a row more in the schema, and compile its core."""
    package = folder / "symbolic_rl"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    prolog = package / "_data" / PROLOG_DIR.name
    shutil.copytree(PROLOG_DIR, prolog, ignore=shutil.ignore_patterns("*.so"))
    (package / "_data" / ENVS_DIR.name).symlink_to(ENVS_DIR)
    (folder / "program.pl").write_text(PROGRAM)
    edit(package / "bridge" / "schema.py", LAST_ROW, LAST_ROW + NEW_ROW)
    edit(prolog / "core" / "core.h", IN_H, IN_H + IN_H.replace("inferences", "turned"))
    for name, line in IN_C.items():
        edit(prolog / "core" / name, line, line + line.replace("inferences", "turned"))
    python(folder, "-m", "symbolic_rl.bridge.build", CC=quick_compiler(folder))


def edit(file: Path, old: str, new: str) -> None:
    """Replace the one place of a text in a file."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def python(folder: Path, *arguments: str, **variables: str) -> None:
    """Run Python with the copy."""
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    done = ran(sys.executable, *arguments, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr


def test_a_key_of_one_row_arrives_everywhere(tmp_path: Path) -> None:
    copy(tmp_path)
    for code in (WITHOUT_TORCH, WITH_TORCH):
        lines = f"FILE, GOAL = 'program.pl', {GOAL!r}\n{dedent(SETUP)}\n{dedent(code)}"
        python(tmp_path, "-c", lines)
