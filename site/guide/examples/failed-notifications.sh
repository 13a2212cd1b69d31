npm run --silent notifications -- failed --stack Forms
