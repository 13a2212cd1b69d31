curl -X POST "$API/v1/webhook/YOUR-WEBHOOK-ID/test" \
  -H "Authorization: Bearer $KEY"
