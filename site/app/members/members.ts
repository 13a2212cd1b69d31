import { isAtLeast, type Role } from '../../../shared/contract/roles.ts';
import type { Member } from '../../../shared/contract/schemas/members/member.ts';
import { call, type RequestOptions, remove } from '../api/client.ts';
import { Collection } from '../api/collection.ts';
import { asFailure } from '../api/requestFailed.ts';
import { isOwner, noteRights, session } from '../session/session.ts';

const collection = new Collection<Member>();

/** The workspace's members; undefined until they are loaded. */
export const members = collection.items;

/** @throws RequestFailed */
export const readMembers = (signal?: AbortSignal): Promise<void> =>
  collection.load(async () => ({ items: (await call('listMembers', { signal })).members }));

/** @throws RequestFailed 409 if the address is a member's, perhaps by an earlier request whose response was lost */
export async function addMember(body: RequestOptions<'createMember'>['body']): Promise<void> {
  try {
    collection.put(await call('createMember', { body }));
  } catch (error) {
    if (asFailure(error).code === 'CONFLICT') await readMembers();
    throw error;
  }
}

/** @throws RequestFailed 409 for the last owner */
export async function changeMember(id: string, body: RequestOptions<'updateMember'>['body']): Promise<void> {
  const member = await call('updateMember', { params: { id }, body });
  collection.put(member);
  if (isOwn(id)) noteRights(member);
}

/** @throws RequestFailed 409 for the last owner */
export async function removeMember(id: string, withKeys: boolean): Promise<void> {
  await remove('deleteMember', { params: { id }, query: withKeys ? { withKeys: 'true' } : {} });
  collection.remove(id);
}

export const isOwn = (id: string): boolean => id === session.value?.memberId;

/** Whether people may give a role, and change those who have it. */
export const mayGive = (role: Role): boolean => isOwner.value || !isAtLeast(role, 'owner');
