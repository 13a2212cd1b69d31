curl "$API/v1/submissions/YOUR-ENDPOINT-ID?page=1&limit=20" \
  -H "Authorization: Bearer $KEY"
