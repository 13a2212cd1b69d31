import { AUDIT_DAYS, LOG_EXAMINED_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import type * as audit from './audit.ts';
import type { GroupDocs } from './documented.ts';
import { CREATED_WITHIN_QUERY, cursorQuery } from './partsDocs.ts';

export const AUDIT_DOCS: GroupDocs<typeof audit> = {
  listAuditEntries: {
    description: `Lists who changed what in the last ${AUDIT_DAYS} days, newest first: requests that need permission to write, the operator’s commands, and for each day what the endpoint’s \`keepDays\`, \`keepSpamDays\` or \`keep\` removed. Requests that were refused are not recorded. A key that is limited to endpoints gets entries about those. A response ends with a full page, at the end, or after ${LOG_EXAMINED_MAX.toLocaleString('en')} entries, whichever comes first: its \`cursor\` continues there.`,
    query: {
      actor: {
        description: 'Only what this key, `operator` or `service` did.',
        example: EXAMPLE_IDS.key,
        isLeftOut: true,
      },
      object: {
        description: 'Only what happened to the thing with this id; for an endpoint also to what belongs to it.',
        example: EXAMPLE_IDS.endpoint,
        isLeftOut: true,
      },
      ...CREATED_WITHIN_QUERY,
      ...cursorQuery('entries', ' the same list. With a different list it is `BAD_REQUEST`.'),
    },
  },
};
