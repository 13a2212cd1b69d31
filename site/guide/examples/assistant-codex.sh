codex mcp add forms --url "$API/v1/mcp" --bearer-token-env-var KEY
