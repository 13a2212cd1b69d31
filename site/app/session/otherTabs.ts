export interface SignedIn {
  workspaceId: string;
  keyId: string;
}

const PREFIX = 'forms-session';

/**
 * Tells other tabs which key is in use, by a lock that the browser releases when the page ends.
 * @returns a function that releases it earlier
 */
export function announce({ workspaceId, keyId }: SignedIn): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks?.request(`${PREFIX} ${workspaceId} ${keyId}`, { mode: 'shared' }, () => ended);
  return end;
}

/** The keys in use in other tabs. Browsers offer locks on https and localhost only. */
export async function signedInElsewhere(): Promise<SignedIn[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = new Set(held.map(({ name = '' }) => name));
  return [...names]
    .map((name) => name.split(' '))
    .filter(([prefix]) => prefix === PREFIX)
    .map(([, workspaceId = '', keyId = '']) => ({ workspaceId, keyId }));
}
