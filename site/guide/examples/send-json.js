const response = await fetch('https://YOUR-API/v1/f/YOUR-ENDPOINT-ID', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    email: 'ada@example.com',
    rating: 5,
    topics: ['price', 'delivery'],
  }),
});
console.log(await response.json());
