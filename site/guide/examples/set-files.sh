curl -X PUT "$API/v1/endpoint/YOUR-ENDPOINT-ID" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"files": {"maxCount": 3, "types": ["image/*", "application/pdf"]}}'
