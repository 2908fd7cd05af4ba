"""Environments: derivations behind the interfaces of TorchRL and gymnasium."""
