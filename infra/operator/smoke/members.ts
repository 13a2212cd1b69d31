import { randomBytes } from 'node:crypto';
import { EXAMPLE_IDS } from '../../../shared/contract/schemas/commonDocs.ts';
import type { SignedIn } from '../../../shared/contract/schemas/members/session.ts';
import { muteKey, personOf } from '../../../shared/storage/members/memberKeys.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { SIMULATOR } from './confirmations.ts';
import type { ExampleClient, Fields, Variation } from './exampleClient.ts';
import { demand, demandEqual } from './inspect.ts';

const WITHOUT_TABLE =
  'checked only without signing in: --stack (or --data) allows it, since the code for it is only in a mail';

const UNKNOWN_CODE = { handle: '0'.repeat(43), code: '00000000' };
const UNKNOWN_TOKEN = `${'0'.repeat(43)}.${'0'.repeat(43)}`;

/** A new address, at which SES's simulator takes the mail. */
export const newAddress = ({ marker }: ExampleClient): Variation => ({
  fields: { address: SIMULATOR.replace('@', `+${marker}-${randomBytes(2).toString('hex')}@`) },
});

export const wrongCode = (): Variation => ({ json: UNKNOWN_CODE });
export const wrongMuteToken = (): Variation => ({ json: { token: UNKNOWN_TOKEN } });

export function demandMember(examples: ExampleClient, { members }: Fields): void {
  const isListed = (members as Fields[]).some(({ id }) => id === examples.get('member'));
  demand(isListed, 'the member is not listed');
}

/** @returns a check with a session of the run's member, if the run can make its code */
const withSession =
  (check: (examples: ExampleClient, session: { id: string; authorization: string }) => Promise<unknown>) =>
  async (examples: ExampleClient): Promise<string | undefined> => {
    const { table } = examples;
    if (!table) return WITHOUT_TABLE;
    const person = personOf(examples.get('member', 'address'));
    const codes = new SignInCodes(table);
    const handle = SignInCodes.newHandle();
    await codes.open(handle, person);
    const { body } = await examples.succeed('signIn', { json: { handle, code: await codes.codeOf(handle) } });
    const [session] = body.sessions as SignedIn[];
    demandEqual('the session’s member', session?.memberId, examples.get('member'));
    await check(examples, { id: session?.id ?? '', authorization: `Bearer ${session?.secret}` });
    return undefined;
  };

/** Of an address that is no member's. */
export async function muteMailbox(examples: ExampleClient): Promise<string | undefined> {
  const { table } = examples;
  if (!table) return WITHOUT_TABLE;
  const person = personOf(`${examples.marker}@example.com`);
  try {
    const token = await new SignInCodes(table).muteTokenOf(person);
    await examples.demandDone('muteSignInCodes', {}, { json: { token } });
  } finally {
    await table.delete(muteKey(person));
  }
  return undefined;
}

export const demandSession = withSession(async (examples, { id, authorization }) => {
  const { body } = await examples.succeed('listSessions', { authorization });
  demand(
    (body.sessions as Fields[]).some((session) => session.id === id),
    'the session is not listed',
  );
});

/** Not of this run, for the request with a key. */
export async function nameSession(examples: ExampleClient): Promise<void> {
  examples.keep('session', { id: EXAMPLE_IDS.session });
}

export const endOneSession = withSession(async (examples, { id, authorization }) => {
  await examples.demandDone('endSession', { id }, { authorization });
  await demandEnded(examples, authorization);
});

export const endAllSessions = withSession(async (examples, { authorization }) => {
  await examples.succeed('endSessions', { authorization });
  await demandEnded(examples, authorization);
});

async function demandEnded(examples: ExampleClient, authorization: string): Promise<void> {
  examples.inspector.error(await examples.ask('listSessions', {}, { authorization }), 'UNAUTHORIZED');
}

/** With a key nobody is an owner. */
export const OWNERS_ONLY = (): string => 'checked only with a key: no owner is made, since only owners can delete one';
