npm run --silent workspace -- create --name "Acme" --stack Forms
