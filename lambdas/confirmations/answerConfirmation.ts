import { ApiError } from '../../shared/contract/errors.ts';
import { answerConfirmation } from '../../shared/contract/operations/confirmations.ts';
import type { CONFIRMATION_ACTIONS } from '../../shared/contract/schemas/pending.ts';
import { confirmedBy } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ConfirmationSecret } from '../../shared/storage/confirmationSecret.ts';
import { PendingSubmissions } from '../../shared/storage/pendingSubmissions.ts';

type Answer = (pending: PendingSubmissions, endpointId: string, id: string) => Promise<void>;

const ANSWERS: Readonly<Record<(typeof CONFIRMATION_ACTIONS)[number], Answer>> = {
  confirm: (pending, ...ids) => pending.confirm(...ids),
  delete: (pending, ...ids) => pending.delete(...ids),
  resend: (pending, ...ids) => pending.resend(...ids),
};

export const createHandler = serve(
  answerConfirmation,
  async (
    { params: { endpointId }, body: { token, action } },
    { secret, table }: Dependencies & { secret: Pick<ConfirmationSecret, 'find'> },
  ) => {
    const key = await secret.find();
    const id = key === undefined ? undefined : confirmedBy(key, endpointId, token);
    if (id === undefined) throw new ApiError('NOT_FOUND', 'There is no such token.');
    await ANSWERS[action](new PendingSubmissions(table), endpointId, id);
    return {};
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: [],
  make: (_settings, table) => ({ secret: new ConfirmationSecret(table) }),
});
