import type { Access } from './access.ts';

export const CONFIRMATIONS_ACCESS = {
  unsubscribe: {
    tablePermissions: [
      { actions: ['GetItem'], partitions: ['confirmationSecret'] },
      { actions: ['PutItem'], partitions: ['mailbox'], attributes: ['unsubscribedAt'] },
    ],
  },
  openUnsubscribePage: { tablePermissions: [] },
} satisfies Access<'confirmations'>;
