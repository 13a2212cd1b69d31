import type { Access } from './access.ts';

export const AUDIT_ACCESS = {
  listAuditEntries: { tablePermissions: [{ actions: ['Query'], partitions: ['audit'] }] },
} satisfies Access<'audit'>;
