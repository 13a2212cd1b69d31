claude mcp add --transport http forms "$API/v1/mcp" \
  --header "Authorization: Bearer $KEY"
