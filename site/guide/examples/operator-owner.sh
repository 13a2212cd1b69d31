npm run --silent workspace -- owner --workspace YOUR-WORKSPACE-ID \
  --address ada@example.com --stack Forms
