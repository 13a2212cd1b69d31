import { AuditEntryList, AuditQuery } from '../schemas/audit/auditEntry.ts';
import { operationsOf } from './define.ts';

const defineOperation = operationsOf('audit');

export const listAuditEntries = defineOperation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/v1/audit-entries',
  summary: 'List entries of the audit log',
  permission: 'read',
  narrowed: 'byHandler',
  query: AuditQuery,
  response: AuditEntryList,
});
