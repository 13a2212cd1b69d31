import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SESSIONS_PER_MEMBER_MAX, SIGN_IN_ATTEMPTS_MAX, SIGN_IN_CODES_MAX } from '../../../shared/contract/limits.ts';
import type { MemberCreate } from '../../../shared/contract/schemas/members/member.ts';
import { signInCodeKey } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { awaitMailsTo, newEndpoint, newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';
import { codeOf, requestCode } from '../../support/cloud/signIn.ts';
import type { Json } from '../../support/json.ts';

const signIn = (handle: string, code: string) => send('POST', '/v1/session', { json: { handle, code } });
const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

async function newMember(workspaceId: string, fields: Partial<MemberCreate> = {}) {
  const member = { address: `${randomUUID()}@example.com`, role: 'editor', ...fields } as const;
  return { ...member, id: (await new Members(sharedTable()).create(workspaceId, member)).id };
}
const begin = (workspaceId: string, memberId: string) =>
  new Sessions(sharedTable()).begin({ workspaceId, memberId }, 'Firefox on Linux', {});

/** Somebody with this role who is signed in. */
async function newSession(workspaceId: string, role: MemberCreate['role']) {
  const { id, address } = await newMember(workspaceId, { role });
  const { secret, session } = await begin(workspaceId, id);
  return { memberId: id, address, key: secret, sessionId: session.id };
}

const statusOf = async (key: string, path = '/v1/endpoints', method = 'GET', json?: object) =>
  (await send(method, path, { key, ...(json && { json }) })).status;

describe('POST /v1/session', () => {
  async function newCode() {
    const { address } = await newMember((await newWorkspace()).workspaceId);
    const handle = await requestCode(address);
    return { address, handle, code: await codeOf(address) };
  }

  test('201 begins a session in every workspace with the code from the mail, which works once', async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    const { address } = await newMember(one.workspaceId);
    await newMember(other.workspaceId, { address, role: 'owner' });
    const handle = await requestCode(address.toUpperCase());
    const code = await codeOf(address);
    const { status, json } = await signIn(handle, `${code.slice(0, 4)} ${code.slice(4)}`);
    expect([status, json.address]).toEqual([201, address]);
    const [{ key }] = [one];
    await newEndpoint(key);
    const shown = json.sessions.map(({ workspaceId, workspaceName, role }: Json) => [workspaceId, workspaceName, role]);
    expect(shown.sort()).toEqual(
      [
        [one.workspaceId, 'Test', 'editor'],
        [other.workspaceId, 'Test', 'owner'],
      ].sort(),
    );
    for (const { secret, workspaceId } of json.sessions) {
      const { endpoints } = (await send('GET', '/v1/endpoints', { key: secret })).json;
      expect(endpoints).toHaveLength(workspaceId === one.workspaceId ? 1 : 0);
    }
    expect((await signIn(handle, code)).status).toBe(401);
  });

  test('401 for a wrong code, or the code of another handle, and for an expired one', async () => {
    const [one, other] = [await newCode(), await newCode()];
    expect((await signIn(one.handle, wrong(one.code))).status).toBe(401);
    expect((await signIn(one.handle, other.code)).status).toBe(401);
    await sharedTable().update({
      Key: signInCodeKey(other.handle),
      UpdateExpression: 'SET endsAt = :now',
      ExpressionAttributeValues: { ':now': Date.now() },
    });
    expect((await signIn(other.handle, other.code)).status).toBe(401);
    expect((await signIn(one.handle, one.code)).status).toBe(201);
  });

  test(`401 for the right code after ${SIGN_IN_ATTEMPTS_MAX} wrong ones`, async () => {
    const { handle, code } = await newCode();
    for (let i = 0; i < SIGN_IN_ATTEMPTS_MAX; i++) expect((await signIn(handle, wrong(code))).status).toBe(401);
    expect((await signIn(handle, code)).status).toBe(401);
  });

  test('200 guesses at once get no more attempts', async () => {
    const { handle, code } = await newCode();
    const guesses = [...Array(199).fill(wrong(code)), code];
    const answers = await Promise.all(guesses.map((guess) => signIn(handle, guess)));
    const begun = answers.filter(({ status }) => status === 201).length;
    // The right one may by chance be among the first.
    expect(begun).toBeLessThanOrEqual(1);
    expect(await sharedTable().get(signInCodeKey(handle))).toMatchObject(
      begun === 1 ? { isUsed: true } : { attempts: SIGN_IN_ATTEMPTS_MAX },
    );
    expect((await signIn(handle, code)).status).toBe(401);
  });

  test(`an address gets ${SIGN_IN_CODES_MAX} codes in a quarter of an hour, and nobody sees that`, async () => {
    const { address } = await newMember((await newWorkspace()).workspaceId);
    const handles: string[] = [];
    for (let i = 0; i <= SIGN_IN_CODES_MAX; i++) handles.push(await requestCode(address));
    await awaitMailsTo(address, SIGN_IN_CODES_MAX);
    const codes = await Promise.all(handles.map((handle) => sharedTable().get(signInCodeKey(handle))));
    expect(codes.map((code) => code !== undefined)).toEqual([...Array(SIGN_IN_CODES_MAX).fill(true), false]);
  });

  test('401 once the person is a member of no workspace', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id, address } = await newMember(workspaceId);
    const handle = await requestCode(address);
    const code = await codeOf(address);
    expect(await statusOf(key, `/v1/member/${id}`, 'DELETE')).toBe(200);
    expect((await signIn(handle, code)).status).toBe(401);
  });
});

describe('PUT and DELETE /v1/member/{id}', () => {
  test('a new role, a limit to endpoints, and the removal hold from the next request on', async () => {
    const { workspaceId, key: admin } = await newWorkspace();
    const [mine, other] = [await newEndpoint(admin), await newEndpoint(admin)];
    const { memberId, key } = await newSession(workspaceId, 'admin');
    const path = `/v1/member/${memberId}`;
    const edit = () => statusOf(key, `/v1/endpoint/${other.id}`, 'PUT', { name: 'Renamed' });
    expect(await edit()).toBe(200);
    await send('PUT', path, { key: admin, json: { role: 'editor' } });
    expect([await edit(), await statusOf(key, `/v1/endpoint/${other.id}`)]).toEqual([403, 200]);
    await send('PUT', path, { key: admin, json: { endpointIds: [mine.id] } });
    expect(await statusOf(key, `/v1/endpoint/${other.id}`)).toBe(404);
    const { endpoints } = (await send('GET', '/v1/endpoints', { key })).json;
    expect(endpoints.map(({ id }: Json) => id)).toEqual([mine.id]);
    await send('PUT', path, { key: admin, json: { endpointIds: null } });
    expect(await statusOf(key, `/v1/endpoint/${other.id}`)).toBe(200);
    await send('DELETE', path, { key: admin });
    expect(await statusOf(key)).toBe(401);
  });

  test('403 for admins and keys that would make, change or delete an owner', async () => {
    const { workspaceId, key } = await newWorkspace();
    const [owner, admin] = [await newSession(workspaceId, 'owner'), await newSession(workspaceId, 'admin')];
    const json = { address: `${randomUUID()}@example.com`, role: 'owner' };
    const change = async (as: string) => [
      await statusOf(as, '/v1/member', 'POST', json),
      await statusOf(as, `/v1/member/${admin.memberId}`, 'PUT', { role: 'owner' }),
      await statusOf(as, `/v1/member/${owner.memberId}`, 'PUT', { role: 'reader' }),
      await statusOf(as, `/v1/member/${owner.memberId}`, 'DELETE'),
    ];
    for (const as of [key, admin.key]) expect(await change(as)).toEqual([403, 403, 403, 403]);
    const { headers } = await send('POST', '/v1/key', { key: owner.key, json: { name: 'Mine', expiresAt: 'never' } });
    expect(await change(headers.get('x-api-key-secret') ?? '')).toEqual([403, 403, 403, 403]);
    expect((await change(owner.key)).slice(0, 3)).toEqual([201, 200, 200]);
  });

  test.each<[string, string, object | undefined]>([
    ['delete', 'DELETE', undefined],
    ['demote', 'PUT', { role: 'reader' }],
  ])('of two owners who %s each other at the same time, one stays', async (_what, method, json) => {
    for (let i = 0; i < 5; i++) {
      const { workspaceId } = await newWorkspace();
      const [a, b] = [await newSession(workspaceId, 'owner'), await newSession(workspaceId, 'owner')];
      const statuses = await Promise.all([
        statusOf(a.key, `/v1/member/${b.memberId}`, method, json),
        statusOf(b.key, `/v1/member/${a.memberId}`, method, json),
      ]);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const members = await new Members(sharedTable()).list(workspaceId);
      expect(members.filter(({ rights }) => rights.role === 'owner')).toHaveLength(1);
    }
  });

  test('409 for the last owner, also by itself', async () => {
    const { workspaceId } = await newWorkspace();
    const { key, memberId } = await newSession(workspaceId, 'owner');
    expect(await statusOf(key, `/v1/member/${memberId}`, 'DELETE')).toBe(409);
    expect(await statusOf(key, `/v1/member/${memberId}`, 'PUT', { role: 'admin' })).toBe(409);
    expect(await statusOf(key)).toBe(200);
  });

  test('keys outlast the session that made them, until they are deleted with the member', async () => {
    const { workspaceId, key: admin } = await newWorkspace();
    const made: string[] = [];
    const members = [await newSession(workspaceId, 'admin'), await newSession(workspaceId, 'admin')];
    for (const { key } of members) {
      const { headers } = await send('POST', '/v1/key', { key, json: { name: 'Mine', expiresAt: 'never' } });
      made.push(headers.get('x-api-key-secret') ?? '');
    }
    const [first, second] = members.map(({ memberId }) => `/v1/member/${memberId}`);
    expect(await statusOf(members[0]?.key ?? '', '/v1/sessions', 'DELETE')).toBe(200);
    const statuses = () => Promise.all(made.map((key) => statusOf(key)));
    expect(await statuses()).toEqual([200, 200]);
    expect(await statusOf(admin, `${first}?withKeys=true`, 'DELETE')).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
    expect(await statusOf(admin, `${second}`, 'DELETE')).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
  });
});

describe('sessions', () => {
  test('are listed, and end one by one or together', async () => {
    const { workspaceId } = await newWorkspace();
    const { memberId, key, sessionId } = await newSession(workspaceId, 'reader');
    const [second, third] = [await begin(workspaceId, memberId), await begin(workspaceId, memberId)];
    const others = await newSession(workspaceId, 'reader');
    const { sessions } = (await send('GET', '/v1/sessions', { key })).json;
    expect(sessions.map(({ id }: Json) => id)).toEqual([third.session.id, second.session.id, sessionId]);
    expect(await statusOf(key, `/v1/session/${others.sessionId}`, 'DELETE')).toBe(404);
    expect(await statusOf(key, `/v1/session/${second.session.id}`, 'DELETE')).toBe(200);
    expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200]);
    expect(await statusOf(third.secret, '/v1/sessions', 'DELETE')).toBe(200);
    for (const each of [key, third.secret]) expect(await statusOf(each)).toBe(401);
    expect(await statusOf(others.key)).toBe(200);
  });

  test(`a member has ${SESSIONS_PER_MEMBER_MAX}: another one ends the oldest`, async () => {
    const { workspaceId } = await newWorkspace();
    const { id } = await newMember(workspaceId);
    const secrets: string[] = [];
    for (let i = 0; i <= SESSIONS_PER_MEMBER_MAX; i++) secrets.push((await begin(workspaceId, id)).secret);
    const [oldest = '', next = ''] = secrets;
    expect([await statusOf(oldest), await statusOf(next)]).toEqual([401, 200]);
    expect((await send('GET', '/v1/sessions', { key: next })).json.sessions).toHaveLength(SESSIONS_PER_MEMBER_MAX);
  });

  test('404 for changing or deleting one as a key', async () => {
    const { workspaceId, key: admin } = await newWorkspace();
    const { key, sessionId } = await newSession(workspaceId, 'owner');
    const expiresAt = async () => (await send('GET', '/v1/sessions', { key })).json.sessions[0].expiresAt;
    const before = await expiresAt();
    for (const as of [admin, key]) {
      expect(await statusOf(as, `/v1/key/${sessionId}`, 'PUT', { expiresAt: 'never' })).toBe(404);
      expect(await statusOf(as, `/v1/key/${sessionId}`, 'DELETE')).toBe(404);
      const { keys } = (await send('GET', '/v1/keys', { key: as })).json;
      expect(keys.map(({ id }: Json) => id)).not.toContain(sessionId);
    }
    expect(await expiresAt()).toBe(before);
  });
});
