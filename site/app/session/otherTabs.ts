export interface SignedIn {
  workspaceId: string;
  keyId: string;
}

const PREFIX = 'forms-session';

/**
 * Tells other tabs who is signed in here, by a lock: the browser releases it when the page ends, however that happens.
 * @returns what ends it before
 */
export function announce({ workspaceId, keyId }: SignedIn): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks?.request(`${PREFIX} ${workspaceId} ${keyId}`, { mode: 'shared' }, () => ended);
  return end;
}

/** Who is signed in in other tabs. Browsers have no locks without https, except on this machine. */
export async function signedInElsewhere(): Promise<SignedIn[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name = '' }) => name));
  return [...names]
    .map((name) => name.split(' '))
    .filter(([prefix]) => prefix === PREFIX)
    .map(([, workspaceId = '', keyId = '']) => ({ workspaceId, keyId }));
}
