curl -X PUT "$API/v1/submission/YOUR-ENDPOINT-ID/YOUR-SUBMISSION-ID" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"isSpam": false}'
