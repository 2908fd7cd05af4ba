"""Foundations that every folder may import: errors, settings, files, devices, console."""
