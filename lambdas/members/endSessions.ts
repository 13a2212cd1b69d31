import { endSessions } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { memberOf } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { Sessions } from '../../shared/storage/members/sessions.ts';

export const createHandler = serve(endSessions, async ({ authenticate }, { table }) => {
  const { caller } = await authenticate();
  await new Sessions(table).end(...memberOf(caller));
  return {};
});

export const handler = operationFromEnvironment(createHandler);
