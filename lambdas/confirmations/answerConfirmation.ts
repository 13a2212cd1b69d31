import { ApiError } from '../../shared/contract/errors.ts';
import { answerConfirmation } from '../../shared/contract/operations/confirmations.ts';
import type { CONFIRMATION_ACTIONS } from '../../shared/contract/schemas/submissions/pending.ts';
import { askAgain } from '../../shared/deliveries/channels/confirmation/resending.ts';
import { confirmedBy } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ConfirmationSecret } from '../../shared/storage/confirmations/confirmationSecret.ts';
import { PendingSubmissions } from '../../shared/storage/confirmations/pendingSubmissions.ts';
import { readKeeping } from '../../shared/storage/endpoints/keeping.ts';
import { requireKept } from '../../shared/storage/submissions/submissions.ts';
import type { TableAccess } from '../../shared/storage/table/table.ts';

type Answer = (of: { table: TableAccess; key: string }, endpointId: string, id: string) => Promise<void>;

const ANSWERS: Readonly<Record<(typeof CONFIRMATION_ACTIONS)[number], Answer>> = {
  confirm: ({ table }, ...ids) => new PendingSubmissions(table).confirm(...ids),
  delete: ({ table }, ...ids) => new PendingSubmissions(table).delete(...ids),
  resend: askAgain,
};

export const createHandler = serve(
  answerConfirmation,
  async (
    { params: { endpointId }, body: { token, action } },
    { secret, table }: Dependencies & { secret: Pick<ConfirmationSecret, 'find'> },
  ) => {
    const key = await secret.find();
    const id = key && confirmedBy(key, endpointId, token);
    if (!key || id === undefined) throw new ApiError('NOT_FOUND', 'There is no such token.');
    requireKept(await readKeeping(table, endpointId), id);
    await ANSWERS[action]({ table, key }, endpointId, id);
    return {};
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: [],
  make: (_settings, table) => ({ secret: new ConfirmationSecret(table) }),
});
