"""Titleworks."""
