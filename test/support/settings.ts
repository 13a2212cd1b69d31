export const EVERYTHING = {
  apiDomain: 'api.example.com',
  siteDomain: 'forms.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b',
  hostedZoneId: 'Z0123456789',
  alarmAddress: 'me@example.com',
  monthlyBudgetUsd: 20,
  monitoring: 'full',
  formConcurrency: 50,
  webhookConcurrency: 20,
  waf: true,
  logRetentionDays: 7,
  scanFiles: true,
  probeEndpoint: 'enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD',
};

/** The stream of a table restored from a backup. */
export const RESTORED_STREAM =
  'arn:aws:dynamodb:eu-central-1:123456789012:table/Forms-restored/stream/2026-01-01T00:00:00.000';
