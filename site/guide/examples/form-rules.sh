curl "$API/v1/f/YOUR-ENDPOINT-ID/rules"
