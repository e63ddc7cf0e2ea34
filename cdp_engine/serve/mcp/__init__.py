"""The tools over MCP, by stdio and streamable HTTP, on the official SDK.

In: a client's calls. Out: the tools' answers. Never done here: what a tool does (see agent).
"""
