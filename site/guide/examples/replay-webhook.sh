curl "$API/v1/webhook/YOUR-WEBHOOK-ID/deliveries/replay" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"failedAfter": "2026-11-22 06:00"}'
