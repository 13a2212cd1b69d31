curl "$API/v1/endpoint" \
  -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "slug": "contact",
    "name": "Contact form",
    "targetEmails": ["you@example.com"]
  }'
