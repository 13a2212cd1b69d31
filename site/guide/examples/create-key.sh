curl -i "$API/v1/key" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"name": "Dashboard", "expiresAt": "90-days"}'
