import { ApiError } from '../../shared/contract/errors.ts';
import { answerConfirmation } from '../../shared/contract/operations/confirmations.ts';
import { confirmedBy } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ConfirmationSecret } from '../../shared/storage/confirmationSecret.ts';
import { PendingSubmissions } from '../../shared/storage/pendingSubmissions.ts';

export const createHandler = serve(
  answerConfirmation,
  async (
    { params: { endpointId }, body: { token, action } },
    { secret, table }: Dependencies & { secret: Pick<ConfirmationSecret, 'find'> },
  ) => {
    const key = await secret.find();
    const id = key === undefined ? undefined : confirmedBy(key, endpointId, token);
    if (id === undefined) throw new ApiError('NOT_FOUND', 'There is no such token.');
    await new PendingSubmissions(table)[action](endpointId, id);
    return {};
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: [],
  make: (_settings, table) => ({ secret: new ConfirmationSecret(table) }),
});
