import { computed, signal } from '@preact/signals';
import type { Group, Permission } from '../../../shared/contract/choices.ts';
import { allowsGroup, isPartOf, type Narrowing } from '../../../shared/contract/narrowing.ts';
import { DASHBOARD_PATH } from '../../../shared/contract/sitePages.ts';
import { call, isRefused, secret } from '../api/client.ts';
import { finishDeletions } from '../submissions/triage.ts';
import { deviceStorage, tabStorage } from '../ui/browserStorage.ts';

export interface Session extends Narrowing {
  secret: string;
  keyId: string;
  keyName: string;
  workspaceId: string;
  permission: Permission;
}

const STORED_AS = 'forms-session';
/** On the device while people are signed out, which ends every tab's session and unsaved changes. */
const SIGNED_OUT = 'forms-signed-out';
/** In the tab: the workspace of its unsaved changes. */
const CHANGES_OF = 'forms-changes-of';

/** The session. It survives a reload, in the tab or, if people choose so, on the device. */
export const session = signal<Session | undefined>(stored());
secret.value = session.peek()?.secret;
if (!session.peek() && deviceStorage.getItem(SIGNED_OUT)) tabStorage.clear();

/** True if the key can write. */
export const mayWrite = computed(() => session.value?.permission === 'write');

/** Whether the key can create endpoints. */
export const mayAddEndpoint = computed(() => mayWrite.value && allows('endpoints') && mayChangeSlug.value);

/** Whether the key may see which slugs are taken. */
export const mayChangeSlug = computed(() => !session.value?.endpointIds);

/** Whether the key allows operations of a group. */
export const allows = (group: Group): boolean => allowsGroup(session.value, group);

/**
 * Signs in with a key, or replaces one that was rejected.
 * @throws RequestFailed 401 when the API rejects it
 */
export async function signIn(given: string, isKept: boolean): Promise<void> {
  const key = await call('verifyKey', { body: { key: given }, as: given });
  const { id: keyId, name: keyName, workspaceId, permission = 'write', endpointIds, allows } = key;
  const next: Session = { secret: given, keyId, keyName, workspaceId, permission, endpointIds, allows };
  const former = session.peek();
  const isOther = former !== undefined && (former.workspaceId !== workspaceId || !isPartOf(former, next));
  // The next key cannot delete there.
  if (isOther) await finishDeletions();
  if ((tabStorage.getItem(CHANGES_OF) ?? workspaceId) !== workspaceId) tabStorage.clear();
  tabStorage.setItem(CHANGES_OF, workspaceId);
  deviceStorage.removeItem(SIGNED_OUT);
  storage(isKept).setItem(STORED_AS, JSON.stringify(next));
  storage(!isKept).removeItem(STORED_AS);
  // The current view, and data in memory, may be beyond the next key.
  if (isOther) return location.assign(DASHBOARD_PATH);
  secret.value = given;
  isRefused.value = false;
  session.value = next;
}

export function signOut(): void {
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

function stored(): Session | undefined {
  for (const isKept of [false, true]) {
    const session = parseJson(storage(isKept).getItem(STORED_AS));
    if (isSession(session)) return session;
  }
  return undefined;
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
