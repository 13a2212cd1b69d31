export const EVERYTHING = {
  confirmationAddress: 'replies@example.com',
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

const LONGEST_STACK_NAME = `a-${'2'.repeat(48)}`;

/** Values that are visible in the stack, each independent of the others, so that four stacks show four of each. */
export const COMBINATIONS = [
  {
    senderAddress: 'forms@example.com',
    siteUrl: 'https://forms.example.com',
    stackName: 'Forms',
    retainData: true,
    mailsPerSecond: 1,
    mailsPerHour: 50,
  },
  {
    senderAddress: "o'neil+a@mail.example.uk",
    siteUrl: 'http://127.0.0.1:4101',
    stackName: 'F',
    retainData: 'true',
    mailsPerSecond: 28,
  },
  {
    senderAddress: 'a@b.de',
    siteUrl: 'https://b.de:8443',
    stackName: LONGEST_STACK_NAME,
    retainData: false,
    mailsPerSecond: 90,
  },
  {
    senderAddress: 'A.B@B.DE',
    siteUrl: 'HTTPS://B.DE',
    stackName: 'forms-2',
    retainData: 'false',
    mailsPerSecond: 5_000,
  },
];
