npm run setup
