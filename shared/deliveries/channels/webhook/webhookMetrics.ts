export const WEBHOOK_METRICS = { disabled: 'WebhooksDisabled' } as const;
