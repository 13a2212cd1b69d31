import type { Operation } from '../contract/operations/index.ts';

/** The groups of operations, in display order. */
export const TAGS: Record<Operation['group'], { name: string; description: string }> = {
  endpoints: {
    name: 'Endpoints',
    description: 'Form receivers. Each has an address that forms post to, and a list of people who are told about it.',
  },
  submissions: {
    name: 'Submissions',
    description: 'What people sent through forms: stored, listed newest first, marked as read or as spam.',
  },
  keys: {
    name: 'Keys',
    description: 'Credentials for the API. A key belongs to one workspace and reads, or reads and writes.',
  },
  webhooks: {
    name: 'Webhooks',
    description:
      'Addresses of yours that are told of submissions: signed, tried again for days when they do not answer, with a log and replays.',
  },
};
