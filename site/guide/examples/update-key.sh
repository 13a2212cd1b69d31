curl -X PUT "$API/v1/key/YOUR-KEY-ID" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"expiresAt": "1-year"}'
