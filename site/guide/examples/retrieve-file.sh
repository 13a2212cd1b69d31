curl -L -o document \
  "$API/v1/submission/YOUR-ENDPOINT-ID/YOUR-SUBMISSION-ID/file/YOUR-FILE-ID" \
  -H "Authorization: Bearer $KEY"
