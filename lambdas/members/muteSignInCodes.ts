import { ApiError } from '../../shared/contract/errors.ts';
import { muteSignInCodes } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { mute } from '../../shared/storage/members/memberships.ts';
import { SignInCodes } from '../../shared/storage/members/signInCodes.ts';
import type { TableAccess } from '../../shared/storage/table/table.ts';

export const createHandler = serve(
  muteSignInCodes,
  async ({ body }, { table }: { siteUrl: string; table: TableAccess }) => {
    const person = await new SignInCodes(table).personMuting(body.token);
    if (person === undefined) throw new ApiError('NOT_FOUND', 'This link is not from a recent mail of this service.');
    await mute(table, person);
    return {};
  },
);

export const handler = operationFromEnvironment(createHandler, { settings: [], make: (_, table) => ({ table }) });
