curl "$API/v1/keys" -H "Authorization: Bearer $KEY"
