curl "$API/v1/f/YOUR-ENDPOINT-ID" -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{"_id": "01KB5N3Q8ZJ4X7V2M9R6T1W0YC", "email": "ada@example.com"}'
