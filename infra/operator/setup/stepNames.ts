/** Names of the steps, in order, for `--skip`. Apart from the steps, which load AWS's clients. */
export const STEP_NAMES = [
  'credentials',
  'bootstrap',
  'ses-plan',
  'sender',
  'confirmation-sender',
  'recipients',
  'production-access',
  'mail-quota',
  'alarm-address',
  'deploy',
  'stopped-removal',
  'workspace',
  'endpoint',
  'owner',
  'test-submission',
  'alarm-confirmation',
  'failed-mail',
] as const;

/** Names of the steps that remove everything, after `credentials`. */
export const REMOVAL_STEP_NAMES = [
  'confirmation',
  'closing',
  'export',
  'protection',
  'stack',
  'tables',
  'buckets',
  'identities',
  'choices',
] as const;

export type StepName = (typeof STEP_NAMES)[number] | (typeof REMOVAL_STEP_NAMES)[number];
