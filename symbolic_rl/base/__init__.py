"""Foundations that every room may import: errors, settings, files, devices, console."""
