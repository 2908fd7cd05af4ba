"""Reads a policy that `symbolic-rl export RUN --onnx policy.onnx` wrote; needs onnxruntime alone.

    python docs/examples/read_onnx.py policy.onnx

Observations are dictionaries of arrays, such as `gymnasium.make(ID, flatten=False)` gives, with a
new axis in front and `action_mask` as booleans; the vocabulary says what their ids mean.
"""

import json
import sys

import onnxruntime


def read(file):
    """Return a function from observations [N] to log-probabilities [N, A], and the vocabulary."""
    session = onnxruntime.InferenceSession(file)
    vocabulary = json.loads(session.get_modelmeta().custom_metadata_map["vocabulary"])
    names = [each.name for each in session.get_inputs()]
    return lambda seen: session.run(None, {name: seen[name] for name in names})[0], vocabulary


if __name__ == "__main__":
    policy, vocabulary = read(sys.argv[1])
    print(
        f"{vocabulary['problem']}: {len(vocabulary['symbols'])} symbols, "
        f"{len(vocabulary['clauses'])} clauses"
    )
