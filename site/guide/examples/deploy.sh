npm run deploy
