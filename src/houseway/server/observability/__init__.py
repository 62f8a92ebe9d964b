"""Logs, metrics, traces and faults."""
