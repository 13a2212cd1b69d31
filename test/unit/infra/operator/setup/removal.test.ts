import { EventEmitter } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_STEPS } from '../../../../../infra/operator/deploy/runDeployment.ts';
import { SETTLE_MS } from '../../../../../infra/operator/erase/settleTime.ts';
import { isHealthy } from '../../../../../infra/operator/setup/runSteps.ts';
import { REMOVAL_STEP_NAMES } from '../../../../../infra/operator/setup/stepNames.ts';
import { type Stoppable, sayWhenStopped } from '../../../../../infra/operator/setup/stopping.ts';
import type { Item } from '../../../../../shared/storage/table/table.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import { type Account, BUCKETS, TABLE } from '../../../../support/standIn/account.ts';
import { CHOSEN, KEY, RECIPIENT, SENDER, StandInOperator } from '../../../../support/standIn/setupRun.ts';
import type { Fault } from '../../../../support/standIn/standInAws.ts';

let deployment: { account: Account; context: Record<string, unknown>; items: [string, Item][] };
let operator: StandInOperator;
beforeAll(async () => {
  const first = await StandInOperator.start({}, CHOSEN);
  await first.run();
  const { aws, context } = first;
  deployment = { account: aws.account, context, items: [...aws.items.state()] };
  await first.stop();
});
beforeEach(async () => {
  operator = await deployed();
});
afterEach(() => operator.stop());

/** An operator with a copy of the deployment. */
async function deployed(): Promise<StandInOperator> {
  const { account, context, items } = deployment;
  const copy = await StandInOperator.start(structuredClone(account), context);
  copy.aws.items.change(items);
  return copy;
}

/** Continues with another operator. */
async function changeTo(other: Promise<StandInOperator>): Promise<void> {
  await operator.stop();
  operator = await other;
}

const remove = (more = {}) => operator.run({ isRemoval: true, wishes: { removal: 'Forms' }, ...more });

const left = () => {
  const { aws, context } = operator;
  const { stack, tables, buckets } = aws.account;
  return { stack: stack?.name, tables: Object.keys(tables), buckets: Object.keys(buckets), setup: context.setup };
};

const AGREEING_TO_REMOVE = { isAttended: true, text: async () => 'Forms', confirm: async () => true };
const CDK_FAILS = { run: async () => 1, template: async () => '' };

type Remembered = Record<string, object>;

const NOTHING_LEFT = { stack: undefined, tables: [], buckets: [], setup: undefined };

test('--remove lifts protection, exports, and leaves only identities and settings', async () => {
  const run = await remove();
  expect(run.reports.map(({ step }) => step)).toEqual(['credentials', ...REMOVAL_STEP_NAMES]);
  expect(isHealthy(run.reports)).toBe(true);
  expect(operator.exported).toEqual([expect.stringMatching(/^export-Forms-[\dT-]{23}\/Forms-Table$/)]);
  expect(run.of('export').found).toMatch(/ has 2 submissions of 1 workspaces; the table has 2\.$/);
  expect(left()).toEqual(NOTHING_LEFT);
  // Other stacks may use these.
  expect(operator.aws.account.bootstrapVersion).toBe(deployment.account.bootstrapVersion ?? '-');
  expect(Object.keys(operator.aws.account.identities).sort()).toEqual([SENDER, RECIPIENT].sort());
  expect(operator.context).toMatchObject({ senderAddress: SENDER });
  operator.aws.calls.length = 0;
  expect(isHealthy((await remove()).reports)).toBe(true);
  expect(operator.aws.changes).toEqual([]);
});

describe('--remove removes nothing', () => {
  const declining = { ...AGREEING_TO_REMOVE, confirm: async () => false };

  test.each<[string, object, string, string]>([
    ['without a confirmation', {}, 'failed', '--confirm'],
    ['with the name of another stack', { wishes: { removal: 'Forms-staging' } }, 'blocked', 'Forms-staging'],
    ['when the second question is declined', { questions: declining }, 'blocked', 'It was not confirmed.'],
  ])('%s', async (_what, given, outcome, found) => {
    const { reports } = await operator.run({ isRemoval: true, ...given });
    expect(reports.at(-1)).toMatchObject({ step: 'confirmation', outcome, found: expect.stringContaining(found) });
    expect(operator.aws.changes).toEqual([]);
  });

  test('with --dry-run, which lists the data to be removed', async () => {
    const { reports } = await remove({ mode: 'plan' });
    const planned = reports.filter(({ outcome }) => outcome === 'todo').map(({ step }) => step);
    expect(planned).toEqual(REMOVAL_STEP_NAMES);
    expect(reports.find(({ step }) => step === 'protection')?.found).toContain(TABLE);
    expect(operator.aws.changes).toEqual([]);
  });
});

test('--remove offers the identities of senders and their domains, and lists the DNS records that stay', async () => {
  const { account, context } = deployment;
  const { [KEY]: remembered } = context.setup as Record<string, object>;
  const names = [SENDER, 'example.com', 'replies.example.com', 'replies@replies.example.com'];
  const identities = Object.fromEntries([...names, 'other.example'].map((name) => [name, { isVerified: true }]));
  const setup = { [KEY]: { ...remembered, senderIdentity: 'domain', confirmationIdentity: 'domain' } };
  const other = { ...context, confirmationAddress: 'replies@replies.example.com', setup };
  await changeTo(StandInOperator.start({ ...structuredClone(account), identities }, other));
  const { lines = [] } = (await remove({ mode: 'plan' })).of('identities');
  expect(lines.join('\n')).toMatch(/^CNAME +one\._domainkey\.example\.com +one\.dkim\.amazonses\.com$/m);
  expect(lines.join('\n')).toMatch(/^TXT +_dmarc\.replies\.example\.com /m);
  await remove({ questions: AGREEING_TO_REMOVE });
  expect(Object.keys(operator.aws.account.identities)).toEqual(['other.example']);
});

test('--remove asks whether to export, and continues without', async () => {
  const questions = { ...AGREEING_TO_REMOVE, confirm: async (message: string) => !message.startsWith('Export') };
  await operator.run({ isRemoval: true, questions });
  expect(operator.exported).toEqual([]);
  expect(left()).toMatchObject({ stack: undefined, tables: [] });
});

test('--remove removes nothing when the export lacks a submission of the table, and exports again next time', async () => {
  const exportAll = async ({ folder }: { folder: string }) => {
    operator.exported.push(folder);
    return { workspaces: ['ws_1'], exported: 5, stored: 5, missing: 1, orphans: 1 };
  };
  const run = await remove({ outside: { exportAll } });
  expect(run.of('export')).toMatchObject({ outcome: 'blocked', found: expect.stringContaining('5 submissions, 1 of') });
  expect(left()).toMatchObject({ stack: 'Forms', tables: [TABLE], setup: { [KEY]: expect.anything() } });
  expect(operator.context.setup).not.toHaveProperty([KEY, 'exportFolder']);
});

test.each<[string, object]>([
  ['is declined', { questions: { ...AGREEING_TO_REMOVE, confirm: async (asked: string) => !/protect/i.test(asked) } }],
  ['fails', { outside: { cdk: CDK_FAILS } }],
  ['is interrupted while forms are under way', { outside: { wait: () => Promise.reject(new Error('stopped')) } }],
])('--remove that %s after closing the form route says so last, and how to open it', async (_what, given) => {
  const { reports } = await remove(given);
  expect(operator.aws.account).toMatchObject({ reserved: 0, stack: { name: 'Forms' } });
  expect(reports.at(-1)).toMatchObject({
    step: 'stopped-removal',
    outcome: 'blocked',
    found: expect.stringContaining('forms get an error'),
    remedy: expect.stringContaining('npm run setup'),
  });
});

test.each<[string, object]>([
  ['a removal that is not confirmed', { isRemoval: true }],
  ['a deployment', { steps: DEPLOYMENT_STEPS, wishes: { deploysAlways: true } }],
  [
    'a deployment that fails',
    { steps: DEPLOYMENT_STEPS, outside: { cdk: CDK_FAILS }, wishes: { deploysAlways: true } },
  ],
])('after a stopped removal %s says that the form route is closed', async (_what, given) => {
  await stopped();
  const { reports } = await operator.run(given);
  expect(reports.at(-1)).toMatchObject({ step: 'stopped-removal', outcome: 'blocked' });
});

test('a removal with expired credentials says that the form route may be closed', async () => {
  const run = await remove({
    outside: {
      exportAll: async () => {
        // The route is looked at with three calls, and again for its report.
        operator.aws.fault = { at: operator.aws.calls.length + 4, kind: 'refused' };
        throw new Error('expired');
      },
    },
  });
  const found = expect.stringContaining('could not be read');
  expect(run.reports.at(-1)).toMatchObject({ step: 'stopped-removal', outcome: 'blocked', found });
});

test.each(['production', 'staging'])(
  'an interrupted removal says how to reopen the form route of the stage %s',
  (stage) => {
    const ended: unknown[] = [];
    const listeners = new EventEmitter();
    const run: Stoppable = {
      once: (signal, stop) => listeners.once(signal, stop),
      stderr: { write: (text) => ended.push(text) },
      exit: (status) => ended.push(status),
    };
    const removal: { isRouteClosed?: boolean } = {};
    sayWhenStopped({ removal, choices: { stage } as never }, run);
    listeners.emit('SIGTERM');
    expect(ended.splice(0)).toEqual(['\n', 143]);
    removal.isRouteClosed = true;
    listeners.emit('SIGINT');
    const options = stage === 'production' ? '' : ' -- --stage staging';
    expect(ended).toEqual([
      expect.stringContaining(`forms get an error.\n  To open it and keep the service: npm run setup${options}.`),
      130,
    ]);
  },
);

test('an export of a stopped removal only counts while the form route stays closed', async () => {
  await stopped();
  await stopped();
  expect(new Set(operator.exported)).toHaveProperty('size', 1);
  await operator.run();
  await remove();
  expect(new Set(operator.exported)).toHaveProperty('size', 2);
  expect(left()).toEqual(NOTHING_LEFT);
});

test('--remove waits again for forms in progress if it was stopped while waiting', async () => {
  await remove({ outside: { wait: () => Promise.reject(new Error('stopped')) } });
  const waits: number[] = [];
  await remove({ outside: { wait: async (ms: number) => waits.push(ms) } });
  expect(waits).toContain(SETTLE_MS);
  expect(left()).toEqual(NOTHING_LEFT);
});

test('a removal that stopped after lifting the protection is reported by --check, and undone by setup', async () => {
  await stopped();
  expect(operator.aws.account).toMatchObject({
    reserved: 0,
    stack: { isProtected: false },
    tables: { [TABLE]: { isProtected: false } },
  });
  const checked = await operator.run({ mode: 'check' });
  expect(checked.of('stopped-removal')).toMatchObject({ outcome: 'todo', found: expect.stringContaining('closed') });
  expect(isHealthy(checked.reports)).toBe(false);
  await operator.run();
  expect(operator.aws.account).toMatchObject({
    reserved: undefined,
    stack: { isProtected: true },
    tables: { [TABLE]: { isProtected: true } },
  });
  expect(isHealthy((await operator.run({ mode: 'check' })).reports)).toBe(true);
});

test('--remove finds, exports and removes the remains of a stack deleted by hand', async () => {
  const { account } = operator.aws;
  Object.assign(account, { stack: undefined, deleted: ['Others', 'Forms'] });
  const run = await remove();
  expect(run.of('confirmation').found).toMatch(/Confirmed/);
  expect(operator.exported).toHaveLength(1);
  expect(left()).toMatchObject({ tables: [], buckets: [] });
});

test('--remove exports each table that it deletes, such as one left by an earlier stack', async () => {
  operator.aws.account.tables['Old-Table'] = { isProtected: false };
  const removing = { tables: ['Old-Table'], buckets: [], stores: [{ tableName: 'Old-Table', fileBucket: BUCKETS[0] }] };
  operator.changeContext((context) => Object.assign((context.setup as Remembered)[KEY] ?? {}, { removing }));
  const run = await remove();
  expect(operator.exported.map((folder) => folder.split('/').at(-1))).toEqual(['Old-Table', TABLE]);
  expect(run.of('export').found).toMatch(/Old-Table has 2 submissions .+Forms-Table has 2 submissions /);
  expect(left()).toEqual(NOTHING_LEFT);
});

test('--remove exports a restored table before it deletes the bucket with its files, and leaves it', async () => {
  const { account } = operator.aws;
  account.tables = { Restored: { isProtected: true } };
  Object.assign(account.stack ?? {}, { table: 'Restored' });
  const run = await remove();
  expect(operator.exported).toEqual([expect.stringMatching(/\/Restored$/)]);
  expect(run.of('tables')).toMatchObject({ outcome: 'done', found: expect.stringContaining('Restored is not part') });
  expect(left()).toEqual({ ...NOTHING_LEFT, tables: ['Restored'] });
});

test('--remove refuses to delete a table that another stack uses', async () => {
  const { account } = operator.aws;
  Object.assign(account, { deleted: ['Forms'], stack: { name: 'Another', status: 'CREATE_COMPLETE', template: '{}' } });
  operator.aws.calls.length = 0;
  expect((await remove()).reports.at(-1)).toMatchObject({
    step: 'confirmation',
    outcome: 'blocked',
    found: `The stack Another uses ${TABLE}.`,
  });
  expect(operator.aws.changes).toEqual([]);
});

test.each(['ROLLBACK_COMPLETE', 'DELETE_FAILED'])(
  '--remove removes a stack in %s, without functions',
  async (status) => {
    Object.assign(operator.aws.account.stack ?? {}, { status });
    expect(isHealthy((await remove()).reports)).toBe(true);
    expect(left()).toEqual(NOTHING_LEFT);
  },
);

test('--remove with retainData=false empties the buckets before CloudFormation deletes them', async () => {
  const context = { ...CHOSEN, retainData: false, probeEndpoint: 'enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD' };
  await changeTo(StandInOperator.start({}, context));
  await operator.run();
  expect(operator.aws.account.tables).toEqual({ [TABLE]: { isProtected: false } });
  expect(Object.values(operator.aws.account.buckets).flat()).not.toEqual([]);
  expect(isHealthy((await remove()).reports)).toBe(true);
  expect(left()).toEqual(NOTHING_LEFT);
  expect(operator.context).not.toHaveProperty('probeEndpoint');
});

test('after a fault at any call of --remove the next one finishes', async () => {
  await remove();
  const counted = [...operator.aws.calls];
  const isChange = new Set(operator.aws.changes);
  const struck = counted.flatMap((name, i): [number, Fault][] => {
    const kinds: Fault[] = IS_LONG ? ['refused', 'lost'] : ['lost'];
    return isChange.has(name) ? kinds.map((kind) => [i + 1, kind]) : [];
  });
  expect(struck.length).toBeGreaterThan(7);
  for (const [at, kind] of struck) {
    await changeTo(deployed());
    operator.aws.fault = { at, kind };
    await remove();
    operator.aws.fault = undefined;
    const { reports } = await remove();
    const name = counted[at - 1];
    expect([name, kind, isHealthy(reports), left()]).toEqual([name, kind, true, NOTHING_LEFT]);
  }
}, 120_000);

/** A removal that stops before the stack, since CloudFormation fails. */
async function stopped(): Promise<void> {
  expect((await remove({ outside: { cdk: CDK_FAILS } })).of('stack').outcome).toBe('blocked');
}
