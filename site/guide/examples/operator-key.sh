npm run --silent key -- create --workspace YOUR-WORKSPACE-ID \
  --name "Dashboard" --expires 90-days --permission read \
  --allows endpoints submissions --stack Forms
