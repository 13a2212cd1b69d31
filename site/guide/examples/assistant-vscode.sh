code --add-mcp "{\"name\": \"forms\", \"type\": \"http\", \"url\": \"$API/v1/mcp\",
  \"headers\": {\"Authorization\": \"Bearer $KEY\"}}"
