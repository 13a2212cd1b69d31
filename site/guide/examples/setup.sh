npm ci
npm run setup
