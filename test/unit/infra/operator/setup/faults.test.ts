import { expect, test } from '@jest/globals';
import { Endpoints } from '../../../../../shared/storage/endpoints/endpoints.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import type { Account } from '../../../../support/standIn/account.ts';
import { CHOSEN, KEY, StandInOperator } from '../../../../support/standIn/setupRun.ts';
import type { Fault } from '../../../../support/standIn/standInAws.ts';

const account = (): Partial<Account> => ({ zones: [{ id: 'Z1', name: 'example.com.', records: [] }] });
const CONTEXT = { ...CHOSEN, setup: { [KEY]: { ...CHOSEN.setup[KEY], senderIdentity: 'domain' } } };

const start = () => StandInOperator.start(account(), CONTEXT);

/** The part of the result that must not depend on faults. */
async function resultOf({ aws, context }: StandInOperator) {
  const { identities, zones, stack, subscriptions, tables, plan } = aws.account;
  const { [KEY]: remembered } = context.setup as Record<string, { workspaceId: string; endpointId: string }>;
  const scope = { workspaceId: String(remembered?.workspaceId), narrowing: undefined };
  const { items } = await new Endpoints(aws.table).list(scope, { page: 1, limit: 100 });
  return {
    account: { identities, zones, status: stack?.status.replace(/^UPDATE/, 'CREATE'), subscriptions, tables, plan },
    settings: { ...context, setup: undefined },
    isOne: items.length === 1 && items[0]?.id === remembered?.endpointId,
  };
}

async function runWith(at: number, kind: Fault) {
  const operator = await start();
  try {
    operator.aws.fault = { at, kind };
    await operator.run();
    operator.aws.fault = undefined;
    const { open } = await operator.run();
    return { open, ...(await resultOf(operator)) };
  } finally {
    await operator.stop();
  }
}

test('after a fault at any call the next run finishes, and everything is there once', async () => {
  const operator = await start();
  expect((await operator.run()).open).toEqual([]);
  const { calls, changes } = operator.aws;
  const counted = [...calls];
  const isChange = new Set(changes);
  const expected = { open: [], ...(await resultOf(operator)) };
  await operator.stop();
  expect(expected.isOne).toBe(true);
  expect(counted.length).toBeGreaterThan(50);

  // A refused call leaves what a lost answer to the previous change left, so the short form loses answers only.
  const struck = counted.flatMap((name, i): [number, Fault][] => {
    const kinds: Fault[] = isChange.has(name) ? ['lost'] : [];
    return (IS_LONG ? [...kinds, 'refused' as const] : kinds).map((kind) => [i + 1, kind]);
  });
  expect(struck.length).toBeGreaterThan(9);
  for (const [at, kind] of struck) {
    expect([counted[at - 1], kind, await runWith(at, kind)]).toEqual([counted[at - 1], kind, expected]);
  }
}, 180_000);
