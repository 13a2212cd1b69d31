import { ApiError } from '../../shared/contract/errors.ts';
import { CHALLENGE_HEADER } from '../../shared/contract/headers.ts';
import { signIn } from '../../shared/contract/operations/members.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { shownSession } from '../../shared/http/members.ts';
import { COUNTRY_HEADER } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { browserOf } from '../../shared/signIn/browserName.ts';
import { membershipsOf } from '../../shared/storage/members/memberships.ts';
import { Sessions } from '../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../shared/storage/members/signInCodes.ts';
import { workspaceKey } from '../../shared/storage/table/itemKeys.ts';
import type { TableAccess } from '../../shared/storage/table/table.ts';

/** Begins a session in each workspace of which the person is a member. */
export const createHandler = serve(
  signIn,
  async ({ body, headers, requestId }, { table }: { siteUrl: string; table: TableAccess }) => {
    const codes = new SignInCodes(table);
    const person = await codes.take(body.handle, body.code);
    if (person === undefined) throw wrongCode();
    const { [COUNTRY_HEADER]: country = '', 'user-agent': program } = headers;
    const origin = { requestId, ...(/^[A-Z]{2}$/.test(country) && { country }) };
    const sessions = new Sessions(table);
    const memberships = await membershipsOf(table, person);
    const begun = await Promise.allSettled(
      memberships.map((membership) => sessions.begin(membership, browserOf(program), origin)),
    );
    const successes = begun.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const [first] = successes;
    if (!first) throw begun.map(failureOf).find((error) => error !== undefined) ?? wrongCode();
    const ids = successes.map(({ member }) => member.workspaceId);
    const [names, device] = await Promise.all([workspaceNames(table, ids), codes.deviceOf(person)]);
    return {
      address: first.member.address,
      device,
      sessions: successes.map((each) => shownSession(each, names.get(each.member.workspaceId) ?? '')),
    };
  },
);

export const handler = operationFromEnvironment(createHandler, { settings: [], make: (_, table) => ({ table }) });

const wrongCode = (): ApiError =>
  new ApiError(
    'UNAUTHORIZED',
    'This code is wrong or no longer valid: it works once, for 10 minutes and 5 attempts, where it was asked for.',
    { headers: { [CHALLENGE_HEADER]: 'Bearer' } },
  );

/** Why a session could not begin, unless the member was deleted meanwhile. */
const failureOf = (begun: PromiseSettledResult<unknown>): unknown =>
  begun.status === 'rejected' && begun.reason?.code !== 'NOT_FOUND' ? begun.reason : undefined;

async function workspaceNames(table: TableAccess, ids: string[]): Promise<Map<string, string>> {
  const items = await table.getAll(ids.map(workspaceKey));
  return new Map(items.map(({ PK, name }) => [String(PK).slice(workspaceKey('').PK.length), String(name ?? '')]));
}
