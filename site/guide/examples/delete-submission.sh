curl -X DELETE "$API/v1/submission/YOUR-ENDPOINT-ID/YOUR-SUBMISSION-ID" \
  -H "Authorization: Bearer $KEY"
