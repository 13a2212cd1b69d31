export const CONFIRMATION_METRICS = {
  /** Sent, failed, and skipped because of a limit or the address. */
  confirmations: 'ConfirmationsSent',
  confirmationsFailed: 'ConfirmationsFailed',
  confirmationsSkipped: 'ConfirmationsSkipped',
  /** Bounces and complaints that postponed further confirmations, because there were too many. */
  confirmationsStopped: 'ConfirmationsStopped',
} as const;
