export const WEBHOOK_METRICS = {
  /** Webhooks that the service disabled. */
  disabled: 'WebhooksDisabled',
} as const;
