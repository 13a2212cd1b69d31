export const MAIL_METRICS = {
  digests: 'DigestsSent',
  /** Submissions for a digest, because their endpoint exceeds its budget of mails. */
  overBudget: 'SubmissionsOverMailBudget',
} as const;
