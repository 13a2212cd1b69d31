import { listSessions } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { memberOf } from '../../shared/http/members.ts';
import { serve } from '../../shared/http/serve.ts';
import { Sessions } from '../../shared/storage/members/sessions.ts';

export const createHandler = serve(listSessions, async ({ authenticate }, { table }) => {
  const { caller } = await authenticate();
  return { sessions: await new Sessions(table).list(...memberOf(caller)) };
});

export const handler = operationFromEnvironment(createHandler);
