curl -i "$API/v1/webhook" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"endpointId": "YOUR-ENDPOINT-ID", "url": "https://hooks.example.com/forms"}'
