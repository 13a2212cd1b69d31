npm install openapi-fetch
npx --yes --package openapi-typescript --package typescript@5 \
  openapi-typescript https://YOUR-SITE/openapi.json --output forms.d.ts
