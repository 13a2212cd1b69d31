import type { Operation } from '../contract/operations/index.ts';

/** The groups of operations, in display order. */
export const TAGS: Record<Operation['group'], { name: string; description: string }> = {
  endpoints: { name: 'Endpoints', description: 'What forms post to: each has its own URL, settings and recipients.' },
  submissions: {
    name: 'Submissions',
    description: 'What people send through forms: stored, listed newest first, flagged as read or spam.',
  },
  keys: {
    name: 'Keys',
    description: 'Credentials for the API. A key belongs to one workspace, and can read, or read and write.',
  },
  webhooks: {
    name: 'Webhooks',
    description: 'Signed requests to your own URLs for every submission, retried for days, with a log and replays.',
  },
  confirmations: {
    name: 'Confirmations',
    description: 'Mails to the senders of forms: pending submissions, and the links to confirm and to unsubscribe.',
  },
  members: {
    name: 'Members',
    description: 'People who sign in with a code by mail: each has a role in the workspace, and sessions of hours.',
  },
  audit: { name: 'Audit', description: 'Who changed what, and when: names and ids, never a value.' },
};
