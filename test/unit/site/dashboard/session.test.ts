import { afterAll, beforeEach, expect, test } from '@jest/globals';

/** A browser's page without a document: only what the sessions use. */
class MemoryStorage {
  readonly #values = new Map<string, string>();
  getItem = (key: string): string | null => this.#values.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.#values.set(key, text);
  removeItem = (key: string): void => void this.#values.delete(key);
  clear = (): void => this.#values.clear();
}

const [device, tab] = [new MemoryStorage(), new MemoryStorage()];
const none = () => undefined;
const page: Record<string, unknown> = {
  localStorage: device,
  sessionStorage: tab,
  document: { querySelector: () => null },
  addEventListener: none,
  location: { assign: none, reload: none },
  REQUEST_PARTS: {
    signIn: { method: 'POST', path: '/v1/session' },
    endSession: { method: 'DELETE', path: '/v1/session/{id}' },
  },
};
const before = Object.fromEntries([...Object.keys(page), 'fetch'].map((name) => [name, Reflect.get(globalThis, name)]));
const replace = (values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};

const sessionOf = (name: string) => ({
  ...{ secret: `fbs_${name}`, keyId: `ses_${name}`, keyName: 'ada@example.com' },
  ...{ workspaceId: `ws_${name}`, permission: 'write' },
});
const storeOnDevice = (...names: string[]) => device.setItem('forms-session', JSON.stringify(names.map(sessionOf)));
const idsOnDevice = () =>
  (JSON.parse(device.getItem('forms-session') ?? '[]') as { keyId: string }[]).map(({ keyId }) => keyId);

replace(page);
storeOnDevice('a');
const { knownDevice, noteName, signInWithCode, signOut } = await import('../../../../site/app/session/session.ts');

beforeEach(() => {
  device.clear();
  tab.clear();
});
afterAll(() => replace(before));

test('a tab that changes its session keeps those that another tab has stored since', () => {
  storeOnDevice('a', 'b');
  noteName('New name');
  expect(idsOnDevice()).toEqual(['ses_a', 'ses_b']);
});

test('a response after signing out stores no secret', async () => {
  storeOnDevice('a');
  replace({ fetch: async () => new Response('{}') });
  await signOut();
  noteName('New name');
  expect(idsOnDevice()).toEqual([]);
});

test.each(['ws_a', 'ws_other'])(
  'signing in in a tab that showed %s uses the new device, not an older one',
  async (shown) => {
    const today = Math.floor(Date.now() / 86_400_000);
    device.setItem('forms-device', JSON.stringify({ address: 'ada@example.com', device: `${today - 1}.old` }));
    tab.setItem('forms-changes-of', shown);
    const signedIn = {
      id: 'ses_a',
      secret: 'fbs_a',
      workspaceId: 'ws_a',
      workspaceName: '',
      memberId: 'mem_a',
      role: 'owner',
    };
    const answer = { address: 'ada@example.com', device: `${today}.new`, sessions: [{ ...signedIn, expiresAt: '' }] };
    replace({ fetch: async () => new Response(JSON.stringify(answer)) });
    await signInWithCode({ handle: 'h', code: 'c' }, false);
    expect(knownDevice().device).toBe(`${today}.new`);
  },
);

test('a device that the service no longer knows is not used', () => {
  const day = Math.floor(Date.now() / 86_400_000) - 181;
  device.setItem('forms-device', JSON.stringify({ address: 'ada@example.com', device: `${day}.old` }));
  expect(knownDevice()).toEqual({});
});
