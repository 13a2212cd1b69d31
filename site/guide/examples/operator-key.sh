npm run --silent key -- create --workspace YOUR-WORKSPACE-ID \
  --name "Dashboard" --expires 90-days --permission read --stack Forms
