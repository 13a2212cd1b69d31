npm run --silent notifications -- redrive --stack Forms
