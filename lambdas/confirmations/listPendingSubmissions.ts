import { daysKept } from '../../shared/contract/keeping.ts';
import { listPendingSubmissions } from '../../shared/contract/operations/confirmations.ts';
import { shownUnreadable } from '../../shared/contract/schemas/common.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { cursorAt, placeOf } from '../../shared/search/cursor.ts';
import { confirmationsOf } from '../../shared/storage/confirmations/confirmationLog.ts';
import { PendingSubmissions } from '../../shared/storage/confirmations/pendingSubmissions.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { pendingEndsAt } from '../../shared/storage/table/itemKeys.ts';

export const createHandler = serve(
  listPendingSubmissions,
  async ({ params, query: { limit, cursor }, authenticate }, { table }) => {
    const { endpoint } = await authenticate({ endpoint: ownedEndpoint(params.endpointId) });
    const list = ['pending', endpoint.id];
    const after = cursor === undefined ? undefined : placeOf(cursor, list);
    const { submissions, unreadable, next } = await new PendingSubmissions(table).list(
      endpoint.id,
      { limit, after },
      endpoint,
    );
    const confirmations = await confirmationsOf(table, endpoint.id, submissions);
    return {
      _metadata: {
        examined: submissions.length + unreadable.length,
        done: next === undefined,
        ...(next !== undefined && { cursor: cursorAt(next, list) }),
        ...shownUnreadable(unreadable),
      },
      submissions: submissions.map(({ id, endpointId, data, location, files, knownSender }) => ({
        id,
        endpointId,
        data,
        location,
        files,
        knownSender,
        expiresAt: formatTime(new Date(pendingEndsAt(id, daysKept(endpoint)))),
        confirmation: confirmations.get(id),
      })),
    };
  },
);

export const handler = operationFromEnvironment(createHandler);
