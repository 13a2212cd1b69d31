npm run deploy -- --context senderAddress=forms@example.com
