"""Which collector, how many workers and threads: resolved, refused with a fix, or noted."""

from typing import Any

import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.collectors import notes, resolve


@pytest.fixture
def four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symbolic_rl.collectors.n_cores", lambda: 4)


def settings(**values: Any) -> TrainConfig:
    return TrainConfig(**{"algo": "ppo", "n_envs": 12, "frames_per_batch": 120, **values})


@pytest.mark.parametrize(
    ("collector", "n_envs", "given", "n_workers"),
    [("vectorized", 12, 0, 0), ("ray", 12, 0, 4), ("multiprocess", 10, 0, 2),
     ("multiprocess", 12, 6, 6), ("multiprocess", 6, 0, 3)],
)  # fmt: skip
def test_workers_that_are_not_given_fit_the_machine(
    four_cores: None, collector: str, n_envs: int, given: int, n_workers: int
) -> None:
    config = settings(collector=collector, n_envs=n_envs, n_workers=given)
    assert resolve(config).run.n_workers == n_workers


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"collector": "ray", "n_workers": 5}, "try --n-workers 4, or --n-envs 15"),
        ({"algo": "grpo", "group_size": 4, "collector": "ray", "n_workers": 2}, "or --n-envs 16"),
        ({"collector": "multiproces"}, "did you mean 'multiprocess'"),
        ({"collector": "carrier-pigeon"}, "choose from vectorized, "),
        ({"ready_share": 0.5, "algo": "expert"}, "--algo expert steps no rows"),
        ({"ready_share": 0.5, "collector": "ray"}, "a run with ray or torchrun"),
        ({"ready_share": 1.5}, "ready_share=1.5"),
    ],
)
def test_what_cannot_work_is_refused_with_a_fix(values: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        resolve(settings(**values))


NOTED = [
    ({"n_threads": 4}, ""),
    ({"collector": "ray", "n_workers": 4}, ""),
    ({"n_workers": 2}, "--n-workers 2 has no effect with --collector vectorized"),
    ({"collector": "ray", "n_threads": 2}, "--n-threads 2 has no effect with --collector ray"),
    ({"collector": "ray", "n_workers": 6}, "6 workers on 4 cores slow each other down: try"),
]


@pytest.mark.parametrize(("values", "told"), NOTED)
def test_what_can_hardly_be_meant_is_noted(
    four_cores: None, values: dict[str, Any], told: str
) -> None:
    said = notes(resolve(settings(**values)).run)
    assert len(said) == bool(told) and "".join(said).startswith(told)
