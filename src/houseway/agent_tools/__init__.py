"""The questions of Houseway as tools for agents: typed answers, and a server of the Model Context Protocol."""
