import { SESSIONS_PER_MEMBER_MAX } from '../../../shared/contract/limits.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import type { World } from '../later/world.ts';

/** A key and a member that are limited to endpoints, and a person's many sessions. */
export async function limited(world: World): Promise<void> {
  const { table, workspaceId } = world.cloud;
  const endpointIds = [await world.endpoint()];
  const key = await world.call('createKey', { json: { name: 'A key', expiresAt: '1-day', endpointIds } });
  world.expect('the key', [key.status, key.json.endpointIds], [201, endpointIds]);
  const json = { address: 'ada@example.com', role: 'editor', endpointIds };
  const { json: member } = await world.call('createMember', { json });
  const update = await world.call('updateMember', { params: { id: member.id }, json: { role: 'reader', endpointIds } });
  world.expect('the member', [member.endpointIds, update.json.role], [endpointIds, 'reader']);
  const [sessions, codes] = [new Sessions(table), new SignInCodes(table)];
  for (let i = 0; i < SESSIONS_PER_MEMBER_MAX; i++)
    await sessions.begin({ workspaceId, memberId: member.id }, 'Firefox', {});
  const [handle, person] = [SignInCodes.newHandle(), personOf(json.address)];
  await codes.open(handle, person);
  const signedIn = await world.call('signIn', { json: { handle, code: await codes.codeOf(handle) } });
  const headers = { Authorization: `Bearer ${signedIn.json.sessions[0].secret}` };
  const listed = await world.call('listSessions', { headers });
  world.expect('sessions', listed.json.sessions.length, SESSIONS_PER_MEMBER_MAX);
  await world.call('updateMember', { params: { id: member.id }, json: { role: 'admin', endpointIds: null } });
  const made = await world.call('createKey', { headers, json: { name: 'Made by a member', expiresAt: 'never' } });
  world.expect('a key that a member makes', made.status, 201);
}
