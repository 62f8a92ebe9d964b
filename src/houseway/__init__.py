"""Houseway plays, prices and proves hand-setting poker."""
