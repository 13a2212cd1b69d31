curl -X DELETE "$API/v1/key/YOUR-KEY-ID" \
  -H "Authorization: Bearer $KEY"
