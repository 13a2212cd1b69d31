curl "$API/v1/key/verify" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"key": "YOUR-KEY-ID"}'
