import { EXAMPLE_IDS, idField } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { SEARCH_SCHEMAS } from '../submissions/searchDocs.ts';
import { AuditEntry, AuditEntryList } from './auditEntry.ts';

const entry: AuditEntry = {
  id: EXAMPLE_IDS.auditEntry,
  createdAt: '2026-11-22 08:30:00.000000',
  actor: EXAMPLE_IDS.key,
  operation: 'updateEndpoint',
  object: EXAMPLE_IDS.endpoint,
  endpointId: EXAMPLE_IDS.endpoint,
  fields: ['targetEmails', 'keepDays'],
  requestId: 'Ghk3dE2mFiAEJbA=',
  country: 'ES',
};

export const AUDIT_SCHEMAS = {
  AuditEntry: documented(AuditEntry, {
    description: 'An entry of the audit log: names and ids, never a value or an address. Nothing changes it.',
    fields: {
      id: idField('auditEntry', 'Identifier. Ids sort by time.'),
      createdAt: 'When, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC.',
      actor:
        'Who: the id of a key, `operator` for one of the operator’s commands, or `service` for what it does by itself.',
      operation: 'The `operationId`, the name of the operator’s command, `removeByAge` or `signInFailed`.',
      object: 'The id of the thing that was created, changed or deleted; its prefix is the kind of thing.',
      endpointId: 'The endpoint that this is, or that it belongs to.',
      submissionIds: 'For an operation on many submissions: those that were changed.',
      fields: 'The names of the fields that an update set, whether or not to a new value.',
      removed: 'With `removeByAge`: how many submissions were removed on the day that ends at `createdAt`.',
      attempts:
        'With `signInFailed`: how many wrong codes were entered for the member, `object`, after one request for a code.',
      isUncertain:
        '`true` if the request failed with 500 or 504 after it had begun, so that all, some or nothing of it was done.',
      requestId: 'The response’s `X-Request-Id`.',
      country:
        'The country that the request came from, as in ISO 3166-1; absent if it is unknown. For assistants, that of the service.',
    },
    example: entry,
  }),
  AuditEntryList: documented(AuditEntryList, {
    description: 'The entries so far. While `done` is false, there may be fewer than `limit`, or none.',
    fields: { _metadata: 'The progress of the search.', entries: 'The entries, newest first.' },
    example: { _metadata: SEARCH_SCHEMAS.SearchMetadata.example, entries: [entry] },
  }),
};
