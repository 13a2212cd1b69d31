import { computed, signal } from '@preact/signals';
import type { Group, Permission } from '../../../shared/contract/choices.ts';
import { DEVICE_DAYS } from '../../../shared/contract/limits.ts';
import { allowsGroup, isPartOf, type Narrowing } from '../../../shared/contract/narrowing.ts';
import { isAtLeast, leastRoleOf, type Role, roleOf } from '../../../shared/contract/roles.ts';
import type { SignedIn } from '../../../shared/contract/schemas/members/session.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { call, isRefused, secret } from '../api/client.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { deviceStorage, tabStorage } from '../ui/browserStorage.ts';

/** A key that was pasted, or a session of a member, which has the last three. */
export interface Session extends Narrowing {
  secret: string;
  keyId: string;
  /** The member's address in a session. */
  keyName: string;
  workspaceId: string;
  permission: Permission;
  memberId?: string | undefined;
  role?: Role | undefined;
  workspaceName?: string;
}

const STORED_AS = 'forms-session';
/** On the device while people are signed out, which ends every tab's session and unsaved changes. */
const SIGNED_OUT = 'forms-signed-out';
/** In the tab: the workspace of its unsaved changes, which it shows. */
const CHANGES_OF = 'forms-changes-of';

/** Whose codes strangers cannot use up here. It is kept after signing out, unless other people use the device, too. */
const DEVICE = 'forms-device';
interface KnownDevice {
  address: string;
  device: string;
}

/** The latest, unless the service no longer knows it. */
export function knownDevice(): Partial<KnownDevice> {
  const known: Partial<KnownDevice> = Object(parseJson(tabStorage.getItem(DEVICE) ?? deviceStorage.getItem(DEVICE)));
  const [day] = String(known.device).split('.', 1);
  return Number(day) > Date.now() / 86_400_000 - DEVICE_DAYS ? known : {};
}

/** The sessions of this sign-in, one for each workspace. They survive a reload, in the tab or, if people choose so, on the device. */
export const sessions = signal(stored());

/** The session in use. */
export const session = signal<Session | undefined>(
  sessions.peek().find(({ workspaceId }) => workspaceId === tabStorage.getItem(CHANGES_OF)) ?? sessions.peek()[0],
);
/** Those of the other workspaces. */
export const otherSessions = computed(() => sessions.value.filter(({ keyId }) => keyId !== session.value?.keyId));

export const workspaceOf = ({ workspaceName, workspaceId }: Session): string => workspaceName || workspaceId;

secret.value = session.peek()?.secret;
if (!session.peek() && deviceStorage.getItem(SIGNED_OUT)) tabStorage.clear();

/** The role of the person who is signed in. */
export const role = computed(() => roleOf(session.value ?? {}));

/** Why the key or role does not allow changes in a group of operations, if so. */
export function refusalOf(group: Group): string | undefined {
  if (session.value?.permission === 'read') return TEXTS.needsWrite;
  return isAtLeast(role.value, leastRoleOf({ group, permission: 'write' })) ? undefined : TEXTS.needsRole;
}

/** Whether the key and role allow changes in a group of operations. */
export const mayChange = (group: Group): boolean => refusalOf(group) === undefined;

/** Whether the key can create endpoints. */
export const mayAddEndpoint = computed(() => mayChange('endpoints') && allows('endpoints') && mayChangeSlug.value);

/** Whether the key may see which slugs are taken. */
export const mayChangeSlug = computed(() => !session.value?.endpointIds);

/** Whether the key and role allow operations of a group. Those on members are rejected for callers of some endpoints. */
export const allows = (group: Group): boolean =>
  allowsGroup(session.value, group) &&
  isAtLeast(role.value, leastRoleOf({ group, permission: 'read' })) &&
  !(group === 'members' && session.value?.endpointIds);

/** Whether people may make owners and change them. */
export const isOwner = computed(() => role.value === 'owner');

/**
 * Signs in with a key, or replaces one that was rejected.
 * @throws RequestFailed 401 when the API rejects it
 */
export async function signIn(given: string, isKept: boolean): Promise<void> {
  const key = await call('verifyKey', { body: { key: given }, as: given });
  const { id: keyId, name: keyName, permission = 'write', workspaceId, endpointIds, allows, memberId, role } = key;
  await start(
    [{ secret: given, keyId, keyName, permission, workspaceId, endpointIds, allows, memberId, role }],
    isKept,
  );
}

/**
 * Signs in with a code that was mailed, or replaces sessions that ended.
 * @throws RequestFailed 401 when the API rejects it
 */
export async function signInWithCode(body: { handle: string; code: string }, isKept: boolean): Promise<void> {
  const { address, device, sessions: given } = await call('signIn', { body });
  const all = given.map(
    ({ id, expiresAt, ...rest }): Session => ({ ...rest, keyId: id, keyName: address, permission: 'write' }),
  );
  await start(all, isKept, { address, device });
}

/** Continues in the same workspace if possible. */
async function start(all: Session[], isKept: boolean, known?: KnownDevice): Promise<void> {
  const former = session.peek();
  const formerId = former?.workspaceId ?? tabStorage.getItem(CHANGES_OF);
  const next = all.find(({ workspaceId }) => workspaceId === formerId) ?? (all[0] as Session);
  const isOther = former !== undefined && !continues(next, former);
  // The next key cannot delete there.
  if (isOther) await finishDeletions();
  if (formerId && formerId !== next.workspaceId) tabStorage.clear();
  tabStorage.setItem(CHANGES_OF, next.workspaceId);
  if (known) storage(isKept).setItem(DEVICE, JSON.stringify(known));
  deviceStorage.removeItem(SIGNED_OUT);
  storage(isKept).setItem(STORED_AS, JSON.stringify(all));
  storage(!isKept).removeItem(STORED_AS);
  // The current view, and data in memory, may be beyond the next key.
  if (isOther) return location.assign(DASHBOARD_PATH);
  secret.value = next.secret;
  isRefused.value = false;
  sessions.value = all;
  session.value = next;
}

/** Whether a session may see all that was read with the former one, and nobody else signed in. */
const continues = (next: Session, former: Session): boolean =>
  next.workspaceId === former.workspaceId &&
  isPartOf(former, next) &&
  isAtLeast(roleOf(next), roleOf(former)) &&
  (next.memberId ?? former.memberId) === (former.memberId ?? next.memberId);

/** Notes that the member who is signed in has other rights. */
export function noteRights({ role, endpointIds }: Pick<Session, 'role' | 'endpointIds'>): void {
  const former = session.peek() as Session;
  const next = { ...former, role, endpointIds };
  session.value = next;
  store(next);
}

/** Follows a change of the member's rights since signing in. Data in memory may be beyond them. */
async function followRights({ keyId, role, endpointIds }: Session): Promise<void> {
  const now = await call('verifyKey', { body: { key: keyId } }).catch(() => undefined);
  const isSame = !now || String([now.role, now.endpointIds]) === String([role, endpointIds]);
  if (isSame || session.peek()?.keyId !== keyId) return;
  noteRights(now);
  location.reload();
}

/** Stores a session that changed or is new beside those that any tab has stored, unless people signed out meanwhile. */
function store(changed: Session): void {
  const isKept = tabStorage.getItem(STORED_AS) === null;
  if (isKept && !isKeptOnDevice()) return;
  const isNew = !stored().some(({ keyId }) => keyId === changed.keyId);
  const all = stored().map((each) => (each.keyId === changed.keyId ? changed : each));
  sessions.value = isNew ? [...all, changed] : all;
  storage(isKept).setItem(STORED_AS, JSON.stringify(sessions.value));
}

/** Notes that the workspace was renamed. */
export function noteName(workspaceName: string): void {
  const former = session.peek() as Session;
  const next = { ...former, workspaceName };
  session.value = next;
  store(next);
}

/** Shows a workspace that was just created. */
export async function addSession({ id: keyId, expiresAt: _, ...rest }: SignedIn): Promise<void> {
  const added: Session = { ...rest, keyId, keyName: session.peek()?.keyName ?? '', permission: 'write' };
  store(added);
  await switchTo(added);
}

/** Shows another workspace of this sign-in. */
export async function switchTo({ workspaceId }: Session, path: string = DASHBOARD_PATH): Promise<void> {
  await finishDeletions();
  tabStorage.setItem(CHANGES_OF, workspaceId);
  // Removes all data of the former workspace from memory.
  location.assign(path);
}

/** Ends the member's sessions, or forgets the key. */
export async function signOut(): Promise<void> {
  // An ended session cannot delete.
  if (session.peek()?.memberId) await finishDeletions();
  for (const { keyId: id, secret: as, memberId } of sessions.peek())
    if (memberId) void call('endSession', { params: { id }, as, keepalive: true }).catch(() => undefined);
  deviceStorage.removeItem(STORED_AS);
  deviceStorage.setItem(SIGNED_OUT, 'true');
  tabStorage.clear();
  // Removes all data read with the key from memory.
  location.assign(DASHBOARD_PATH);
}

/** True if the session outlives the tab. */
export const isKeptOnDevice = (): boolean => deviceStorage.getItem(STORED_AS) !== null;

function storage(isKept: boolean): typeof tabStorage {
  return isKept ? deviceStorage : tabStorage;
}

function stored(): Session[] {
  for (const isKept of [false, true]) {
    const found = [parseJson(storage(isKept).getItem(STORED_AS))].flat().filter(isSession);
    if (found.length > 0) return found;
  }
  return [];
}

/** Validates a stored session: other content there must not keep the page from starting. */
function isSession(value: unknown): value is Session {
  const names = ['secret', 'keyId', 'keyName', 'workspaceId', 'permission'];
  return names.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string');
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

// Signed out in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key === SIGNED_OUT && newValue !== null && !tabStorage.getItem(STORED_AS)) location.reload();
});

const fromBefore = session.peek();
if (fromBefore?.memberId) void followRights(fromBefore);
