import { SIGN_IN_CODES_MAX } from '../../../shared/contract/limits.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './world.ts';

const ADDRESS = 'ada@example.com';

const newMember = ({ cloud: { table, workspaceId } }: World) =>
  new Members(table).create(workspaceId, { address: ADDRESS, role: 'editor' });

const request = (world: World) => world.call('requestSignInCode', { json: { address: ADDRESS } });

/** A code that was requested, and mailed within two minutes. */
async function mailedCode(world: World): Promise<{ handle: string; code: string }> {
  const { handle } = (await request(world)).json;
  await world.pass(2 * MINUTE_MS);
  const [, first, second] = /(\d{4}) (\d{4})/.exec(world.mails(ADDRESS).at(-1)?.text ?? '') ?? [];
  return { handle, code: `${first}${second}` };
}

/** Works for ten minutes. Failed attempts at it are in the audit log a minute later. */
async function signInCode(world: World): Promise<void> {
  const { id } = await newMember(world);
  const signIn = async (json: object) => (await world.call('signIn', { json })).status;
  const failures = async () => {
    const { json } = await world.call('listAuditEntries', {});
    return json.entries.filter(({ operation }: { operation: string }) => operation === 'signInFailed');
  };
  const right = await mailedCode(world);
  const wrong = { ...right, code: right.code === '00000000' ? '11111111' : '00000000' };
  world.expect('wrong codes', [await signIn(wrong), await signIn(wrong)], [401, 401]);
  await world.pass(7 * MINUTE_MS);
  world.expect('after nine minutes', await signIn(right), 201);
  world.expect('failures until then', (await failures()).length, 0);
  await world.pass(3 * MINUTE_MS);
  const recorded = await failures();
  world.expect('failures after twelve minutes', recorded.length, 1);
  world.expect('what failed', [recorded[0]?.object, recorded[0]?.attempts], [id, 2]);
  const late = await mailedCode(world);
  await world.pass(8 * MINUTE_MS);
  world.expect('after ten minutes', await signIn(late), 401);
  await world.pass(5 * DAY_MS);
  const left = [...world.cloud.services.items.state().values()].filter(({ PK }) => String(PK).startsWith('CODE#'));
  world.expect('codes left', left.length, 0);
}

/** Ends after twelve hours, and its item goes days later. Who loses the response of a sign-in asks for another code. */
async function session(world: World): Promise<void> {
  await newMember(world);
  const signIn = async () => (await world.call('signIn', { json: await mailedCode(world) })).json.sessions?.[0]?.secret;
  const secret = (await signIn()) ?? (await signIn());
  const status = async () =>
    (await world.call('listSessions', { headers: { Authorization: `Bearer ${secret}` } })).status;
  await world.pass(11 * HOUR_MS);
  world.expect('after eleven hours', await status(), 200);
  await world.pass(HOUR_MS);
  world.expect('after twelve hours', await status(), 401);
  await world.pass(5 * DAY_MS);
  const left = [...world.cloud.services.items.state().values()].filter(({ PK }) => String(PK).startsWith('KEY#ses_'));
  world.expect('sessions left', left.length, 0);
}

/** A person gets three codes in a quarter of an hour, and others in the next one. */
async function codesOfQuarter(world: World): Promise<void> {
  await newMember(world);
  const mails = () => new Set(world.mails(ADDRESS).map(({ text }) => text)).size;
  for (let asked = 0; asked <= SIGN_IN_CODES_MAX; asked++) world.expect('status', (await request(world)).status, 200);
  await world.pass(MINUTE_MS);
  const most = mails();
  world.expect('mails', most > 0 && most <= SIGN_IN_CODES_MAX, true);
  await request(world);
  await world.pass(MINUTE_MS);
  world.expect('one more', mails(), most);
  await world.pass(15 * MINUTE_MS);
  await request(world);
  await world.pass(MINUTE_MS);
  world.expect('a quarter later', mails() > most, true);
}

/** Nobody gets codes for a day after muting them. */
async function muted(world: World): Promise<void> {
  await newMember(world);
  const token = await new SignInCodes(world.cloud.table).muteTokenOf(personOf(ADDRESS));
  world.expect('muted', (await world.call('muteSignInCodes', { json: { token } })).status, 200);
  await world.pass(23 * HOUR_MS);
  await request(world);
  await world.pass(MINUTE_MS);
  world.expect('mails within a day', world.mails(ADDRESS).length, 0);
  await world.pass(HOUR_MS);
  await request(world);
  await world.pass(MINUTE_MS);
  world.expect('mails later', world.mails(ADDRESS).length, 1);
}

export const memberWalks = { signInCode, session, codesOfQuarter, muted };
