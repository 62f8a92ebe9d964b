"""Many rounds, played through the rules by strategies that see only what their seats may see."""
