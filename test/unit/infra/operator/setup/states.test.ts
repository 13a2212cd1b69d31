import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { DEPLOYMENT_STEPS } from '../../../../../infra/operator/deploy/runDeployment.ts';
import { Choices } from '../../../../../infra/operator/setup/choices.ts';
import { isHealthy } from '../../../../../infra/operator/setup/runSteps.ts';
import { deploy } from '../../../../../infra/operator/setup/steps/deploy.ts';
import { Endpoints } from '../../../../../shared/storage/endpoints/endpoints.ts';
import { Members } from '../../../../../shared/storage/members/members.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { RESTORED_STREAM } from '../../../../support/settings.ts';
import { readDocument } from '../../../../support/site/documents.ts';
import type { Account } from '../../../../support/standIn/account.ts';
import { CHOSEN, KEY, RECIPIENT, SENDER, StandInOperator } from '../../../../support/standIn/setupRun.ts';

let operator: StandInOperator;
afterEach(() => operator.stop());

const start = async (account: Partial<Account> = {}, context?: Record<string, unknown>) => {
  operator = await StandInOperator.start(account, context);
  return operator;
};

const remembering = (more: object) => ({ ...CHOSEN, setup: { [KEY]: { ...CHOSEN.setup[KEY], ...more } } });

test('an empty account ends with a mail that SES accepted, and a second run changes nothing', async () => {
  const { aws } = await start();
  const first = await operator.run();
  expect(first.open).toEqual([]);
  expect(first.of('workspace').made?.key).toMatch(/^fbk_/);
  expect(first.of('endpoint').lines?.join('\n')).toContain(`action="${aws.url}/v1/f/enp_`);
  expect(first.of('test-submission').found).toContain(RECIPIENT);
  expect(aws.account).toMatchObject({ plan: 'NONE', subscriptions: [{ isConfirmed: true }], review: undefined });

  const before = JSON.stringify([aws.account, operator.context]);
  aws.calls.length = 0;
  const second = await operator.run();
  expect(second.open).toEqual([]);
  expect(second.reports.filter(({ outcome }) => outcome === 'changed')).toEqual([]);
  expect(aws.changes).toEqual([]);
  expect(JSON.stringify([aws.account, operator.context])).toBe(before);
});

describe('before anything is created', () => {
  test('missing credentials are reported, and nothing else is tried', async () => {
    const { aws } = await start({ isSignedIn: false });
    const { reports } = await operator.run();
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ outcome: 'blocked', remedy: expect.stringContaining('aws sso login') });
    expect(reports[0]?.found).toContain('security token');
    expect(aws.calls).toEqual(['GetCallerIdentity']);
  });

  test('a region without a needed service is reported before any call to AWS', async () => {
    const { aws } = await start();
    const { reports } = await operator.run({ region: 'eu-south-2' });
    expect(reports).toEqual([expect.objectContaining({ step: 'credentials', outcome: 'blocked' })]);
    expect(reports[0]?.found).toContain('cannot be deployed in eu-south-2');
    expect(aws.calls).toEqual([]);
  });

  test('a restored table of another account is reported', async () => {
    const tableStreamArn = RESTORED_STREAM.replace('123456789012', '999999999999');
    await start({}, { ...CHOSEN, tableStreamArn });
    const { reports } = await operator.run();
    expect(reports).toEqual([expect.objectContaining({ step: 'credentials', outcome: 'blocked' })]);
  });

  test('without a terminal, the sender has to be given', async () => {
    await start({}, { setup: CHOSEN.setup });
    const report = (await operator.run()).of('sender');
    expect(report).toMatchObject({ outcome: 'failed', found: expect.stringContaining('Pass --sender') });
  });
});

describe('SES', () => {
  test.each([
    ['ESSENTIALS', 'changed', 'NONE'],
    ['NONE', 'done', 'NONE'],
    ['PRO', 'done', 'PRO'],
    ['ENTERPRISE', 'done', 'ENTERPRISE'],
  ])('in the plan %s is %s and has the plan %s', async (plan, outcome, left) => {
    const { aws } = await start({ plan });
    expect((await operator.run()).of('ses-plan').outcome).toBe(outcome);
    expect(aws.account.plan).toBe(left);
  });

  test('gets a request for production access only on demand, with the displayed text', async () => {
    const { aws } = await start({}, { ...CHOSEN, confirmationsPerHour: 12 });
    const [shown] = (await operator.run({ mode: 'plan' })).reports.filter(({ step }) => step === 'production-access');
    expect(shown).toMatchObject({ outcome: 'todo', isOptional: true });
    const text = shown?.lines?.join(' ');
    expect(text).toContain('bounces and complaints');
    expect(text).toContain('asks them to confirm their address first (opt-in)');
    expect(text).toContain(
      'at most 3 such mails in 24 hours, and 1 an hour from one form, which sends at most 12 an hour',
    );
    expect(text).toContain('5 % of them bounce or 0.1 % are reported as spam');
    await operator.run({ wishes: { productionWebsite: 'https://www.example.com' } });
    expect(aws.account.review?.Status).toBe('PENDING');
    expect(aws.account.useCase).toBe(shown?.lines?.join('\n').replace('https://…', 'https://www.example.com'));
    expect((await operator.run()).of('production-access').found).toContain('is reviewing the request in case 42');
  });

  test('is used in the sandbox after AWS denied production access, which is reported', async () => {
    const { aws } = await start({ review: { Status: 'DENIED', CaseId: '42' } });
    const run = await operator.run({ wishes: { productionWebsite: 'https://www.example.com' } });
    expect(run.of('production-access')).toMatchObject({ outcome: 'done', found: expect.stringContaining('denied') });
    expect(run.open).toEqual([]);
    expect(aws.account.review?.Status).toBe('DENIED');
  });

  test('with production access sends to anybody, within its quota', async () => {
    const quota = { MaxSendRate: 50, Max24HourSend: 100_000, SentLast24Hours: 7 };
    const { aws } = await start({ hasProductionAccess: true, quota });
    const run = await operator.run();
    expect(run.open).toEqual([]);
    expect(run.of('mail-quota').found).toBe('SES allows 50 a second and 100000 a day, of which 7 are used.');
    expect(operator.context).toMatchObject({ mailsPerSecond: 50, mailsPerDay: 100_000 });
    expect(Object.keys(aws.account.identities)).toEqual([SENDER]);
  });

  test('leaves the settings while in its sandbox', async () => {
    await start();
    expect((await operator.run()).of('mail-quota')).toMatchObject({
      outcome: 'done',
      found: expect.stringContaining('SES allows 1 a second and 200 a day'),
    });
    expect(Object.keys(operator.context)).not.toContain('mailsPerSecond');
    expect(Object.keys(operator.context)).not.toContain('mailsPerDay');
  });

  const saving = (key: string) => ({ [key]: { ...(key === KEY && CHOSEN.setup[KEY]), quota: SAVED } });
  const [SAVED, HIGH] = [
    { mailsPerSecond: 14, mailsPerDay: 50_000 },
    { mailsPerSecond: 50, mailsPerDay: 100_000 },
  ];
  const [CHOICE, SANDBOXED] = [
    { mailsPerSecond: 5, mailsPerDay: 1_000 },
    { mailsPerSecond: 1, mailsPerDay: 200 },
  ];

  test.each([
    ['a choice stays below a higher quota', HIGH, CHOICE, {}, CHOICE],
    ['a choice stays above a lower quota: the functions keep to the quota themselves', SAVED, HIGH, {}, HIGH],
    ['a quota that setup saved here is raised', HIGH, SAVED, saving(KEY), HIGH],
    ['a quota that setup saved in another region stays', HIGH, SAVED, saving('Forms/us-east-1'), SAVED],
    ['what an earlier setup saved in the sandbox is raised', SAVED, SANDBOXED, {}, SAVED],
    ['what was changed in the sandbox stays', SAVED, { ...SANDBOXED, mailsPerDay: 100 }, {}, { mailsPerDay: 100 }],
  ])('with production access: %s', async (_what, given, settings, setup, expected) => {
    const quota = { MaxSendRate: given.mailsPerSecond, Max24HourSend: given.mailsPerDay, SentLast24Hours: 0 };
    const context = { ...CHOSEN, ...settings, setup: { ...CHOSEN.setup, ...setup } };
    await start({ hasProductionAccess: true, quota }, context);
    const { outcome } = (await operator.run()).of('mail-quota');
    expect(operator.context).toMatchObject(expected);
    expect(outcome).toBe(expected.mailsPerDay === settings.mailsPerDay ? 'done' : 'changed');
  });

  test('is reported to have paused the account', async () => {
    await start({ isPaused: true });
    expect((await operator.run()).of('mail-quota')).toMatchObject({
      outcome: 'blocked',
      found: expect.stringContaining('SHUTDOWN'),
    });
  });
});

describe('a sender', () => {
  const byDomain = remembering({ senderIdentity: 'domain' });

  test('gets its records in Route 53 if its domain is there; existing ones stay', async () => {
    const dmarc = { name: '_dmarc.example.com', type: 'TXT', value: '"v=DMARC1; p=reject"' };
    const zone = { id: 'Z1', name: 'example.com.', records: [dmarc] };
    const other = { id: 'Z0', name: 'other.example.', records: [] };
    const { aws } = await start({ zones: [other, zone] }, byDomain);
    const run = await operator.run();
    expect(run.open).toEqual([]);
    expect(run.of('sender').found).toContain('DKIM, MAIL FROM and DMARC');
    expect(zone.records).toHaveLength(6);
    expect(zone.records[0]).toEqual(dmarc);
    expect(zone.records).toContainEqual({
      name: 'one._domainkey.example.com',
      type: 'CNAME',
      value: 'one.dkim.amazonses.com',
    });
    expect(zone.records).toContainEqual({
      name: 'forms-bounces.example.com',
      type: 'MX',
      value: '10 feedback-smtp.eu-central-1.amazonses.com',
    });
    expect(aws.account.identities['example.com']?.mailFrom?.domain).toBe('forms-bounces.example.com');
  });

  test('with a pending domain elsewhere waits with a table to paste, without delaying the deployment', async () => {
    const { aws } = await start({ identities: { 'example.com': { isVerified: false } } }, byDomain);
    const run = await operator.run({ isAlone: true });
    expect(run.of('sender')).toMatchObject({ outcome: 'waiting', found: expect.stringContaining('DKIM PENDING') });
    expect(run.of('sender').lines?.join('\n')).toMatch(/^TXT +_dmarc\.example\.com +v=DMARC1; p=none;$/m);
    expect(run.of('deploy').outcome).toBe('changed');
    expect(isHealthy(run.reports)).toBe(false);
    expect(aws.account.zones).toEqual([]);
  });

  test.each([
    ['the address', { [SENDER]: { isVerified: true } }],
    ['its domain', { 'example.com': { isVerified: true } }],
  ])('is adopted when %s is verified', async (_what, identities) => {
    const { aws } = await start({ identities: { ...identities } }, remembering({ senderIdentity: undefined }));
    expect((await operator.run()).of('sender').outcome).toBe('done');
    expect(Object.keys(aws.account.identities)).toEqual([...Object.keys(identities), RECIPIENT]);
  });

  test('keeps the MAIL FROM domain that its domain already has', async () => {
    const mailFrom = { domain: 'bounce.example.com', status: 'SUCCESS' as const };
    const identities = { 'example.com': { isVerified: true, mailFrom } };
    const zones = [{ id: 'Z1', name: 'example.com.', records: [] }];
    const { aws } = await start({ identities, zones }, remembering({ senderIdentity: 'domain' }));
    await operator.run();
    const names = aws.account.zones[0]?.records.map(({ name }) => name) ?? [];
    expect(names.some((name) => name.startsWith('bounce.example.com'))).toBe(true);
    expect(names.filter((name) => name.includes('forms-bounces'))).toEqual([]);
  });

  test('is remembered with its kind of identity once entered', async () => {
    await start({}, {});
    const texts = [SENDER, `${RECIPIENT}, me@example.org`, ''];
    const answers = {
      isAttended: true,
      confirm: async (_: string, byDefault: boolean) => byDefault,
      text: async () => texts.shift() ?? '',
    };
    const run = await operator.run({ questions: answers });
    expect(run.open).toEqual([]);
    expect(operator.context).toMatchObject({
      senderAddress: SENDER,
      setup: { [KEY]: { senderIdentity: 'address', recipients: [RECIPIENT, 'me@example.org'] } },
    });
  });
});

describe('the sender of confirmations', () => {
  const CONFIRMING = 'replies@replies.example.com';
  const confirming = { ...CHOSEN, confirmationAddress: CONFIRMING };

  test('must be verified by a link, for which the test submission does not wait', async () => {
    const { aws } = await start({ identities: { [SENDER]: { isVerified: true } } }, confirming);
    const run = await operator.run({ isAlone: true, skip: ['recipients'] });
    expect(run.of('confirmation-sender')).toMatchObject({
      outcome: 'waiting',
      remedy: expect.stringContaining(CONFIRMING),
    });
    expect(run.of('test-submission').outcome).not.toBe('blocked');
    expect(isHealthy((await operator.run({ mode: 'check' })).reports)).toBe(false);
    expect((await operator.run()).of('confirmation-sender').outcome).toBe('done');
    expect(Object.keys(aws.account.identities)).toContain(CONFIRMING);
  });

  test('gets its own domain if chosen, and the sender keeps its identity', async () => {
    const { setup } = remembering({ confirmationIdentity: 'domain' });
    const zone = { id: 'Z1', name: 'example.com.', records: [] };
    const { aws } = await start({ zones: [zone] }, { ...confirming, setup });
    const run = await operator.run();
    expect(run.of('confirmation-sender').found).toContain('replies.example.com is verified, with DKIM');
    expect(Object.keys(aws.account.identities).sort()).toEqual([SENDER, 'replies.example.com', RECIPIENT].sort());
  });
});

describe('a stack', () => {
  const stackIn = (status: string) => ({ name: 'Forms', status, template: '{}' });

  test('is recreated after a failed first deployment despite its protection', async () => {
    const failed = { ...stackIn('ROLLBACK_COMPLETE'), failure: 'no more buckets', isProtected: true };
    const { aws } = await start({ stack: failed });
    expect((await operator.run({ mode: 'plan' })).of('deploy').outcome).toBe('todo');
    expect((await operator.run()).open).toEqual([]);
    expect(aws.account.stack?.failure).toBeUndefined();
  });

  test.each([
    ['with a failure many pages of events ago', { failure: 'no more buckets', eventsAfterFailure: 250 }, 3],
    ['without a reason', {}, 1],
  ])('whose first deployment failed %s is reported, and no older page is read', async (_what, more, pages) => {
    const { aws } = await start({ stack: { ...stackIn('ROLLBACK_COMPLETE'), ...more } });
    const { found } = (await operator.run({ mode: 'plan' })).of('deploy');
    const reason = 'failure' in more ? `: Site: ${more.failure}` : '.';
    expect(found).toBe(`The first deployment of Forms failed${reason}`);
    expect(aws.calls.filter((name) => name === 'DescribeStackEvents')).toHaveLength(pages);
  });

  test.each([
    ['first', undefined, 'If the first deployment fails'],
    ['later', stackIn('UPDATE_COMPLETE'), 'If a later deployment fails'],
  ])('names the section to read if its %s deployment fails for another reason', async (_which, stack, section) => {
    const cdk = { run: async () => 1, template: async () => '' };
    await start({ stack });
    const { remedy } = (
      await operator.run({ steps: [deploy], outside: { cdk }, wishes: { withoutRecord: true, deploysAlways: true } })
    ).of('deploy');
    expect(remedy).toContain(`"${section}"`);
    expect(readDocument('docs/deploying.md')).toContain(`\n## ${section}\n`);
  });

  test('can be deployed with the rights that docs/deploying.md names for CI', async () => {
    const { aws } = await start({
      stack: { ...stackIn('ROLLBACK_COMPLETE'), isProtected: true, failure: 'no reason' },
    });
    await operator.run({ steps: DEPLOYMENT_STEPS });
    await operator.run({ steps: DEPLOYMENT_STEPS, wishes: { withoutRecord: true } });
    const [, json = ''] =
      /## Deploying from CI[\s\S]*?```json\n([\s\S]*?)```/.exec(readDocument('docs/deploying.md')) ?? [];
    const named = JSON.parse(json).Statement[0].Action.map((action: string) => action.split(':')[1]);
    const called = aws.calls.map((name) => (name.endsWith('/concurrency') ? 'GetFunctionConcurrency' : name));
    expect(new Set(called.filter((name) => /^[A-Z]/.test(name)))).toEqual(new Set(named));
  });

  test('is reported as deployed with a note if a removal closed its form route', async () => {
    await start({ stack: stackIn('UPDATE_COMPLETE'), reserved: 0 });
    const run = await operator.run({ steps: DEPLOYMENT_STEPS, wishes: { withoutRecord: true } });
    expect(run.of('stopped-removal')).toMatchObject({
      outcome: 'blocked',
      found: expect.stringContaining('forms get an error'),
      remedy: expect.stringContaining('npm run setup'),
    });
    expect(operator.aws.account.reserved).toBe(0);
  });

  test('is reported with reason and remedy if its deployment fails, and no later step runs', async () => {
    await start({ mayUseCloudFront: false });
    const { reports } = await operator.run();
    expect(reports.at(-1)).toMatchObject({
      step: 'deploy',
      outcome: 'blocked',
      found: expect.stringContaining('Site: Your account must be verified'),
      remedy: expect.stringContaining('Support Center'),
    });
  });

  test.each([
    ['UPDATE_ROLLBACK_FAILED', 'blocked', 'npx cdk rollback'],
    ['ROLLBACK_FAILED', 'blocked', 'npm run setup -- --remove'],
    ['UPDATE_IN_PROGRESS', 'waiting', 'CloudFormation is done'],
  ])('in %s is %s: %s', async (status, outcome, remedy) => {
    const { aws } = await start({ stack: stackIn(status) });
    const { reports } = await operator.run({ isAlone: true });
    expect(reports.at(-1)).toMatchObject({ step: 'deploy', outcome, remedy: expect.stringContaining(remedy) });
    expect(aws.calls).not.toContain('cdk deploy');
  });

  test('is deployed again after a setting has changed, and keeps its workspace', async () => {
    const { aws } = await start();
    const { made } = (await operator.run()).of('workspace');
    aws.account.quota.MaxSendRate = 14;
    const { setup, ...settings } = operator.context;
    await operator.stop();
    const { account, items } = aws;
    operator = await StandInOperator.start(account, { ...settings, setup, alarmAddress: 'other@example.org' });
    operator.aws.items.change([...items.state()]);
    const run = await operator.run();
    expect(run.open).toEqual([]);
    expect(run.of('deploy').outcome).toBe('changed');
    expect(run.of('workspace').found).toContain(made?.workspaceId);
  });
});

describe('an alarm address', () => {
  test('is not asked for again if left empty', async () => {
    const { alarmAddress: _, ...context } = CHOSEN;
    await start({}, context);
    const questions = { isAttended: true, text: async () => '', confirm: async () => true };
    const run = await operator.run({ questions });
    expect(run.of('alarm-address')).toMatchObject({ outcome: 'changed', found: expect.stringContaining('Nobody') });
    expect((await operator.run({ questions })).of('alarm-address').outcome).toBe('done');
  });

  test('is subscribed again if AWS deleted its unconfirmed subscription', async () => {
    const { aws } = await start();
    await operator.run({ isAlone: true });
    aws.account.subscriptions = [];
    const planned = (await operator.run({ mode: 'plan' })).of('alarm-confirmation');
    expect(planned).toMatchObject({ outcome: 'todo', found: expect.stringContaining('48 hours') });
    expect((await operator.run()).open).toEqual([]);
    expect(aws.changes.filter((name) => name === 'Subscribe')).toHaveLength(1);
    expect(aws.account.subscriptions).toEqual([{ address: RECIPIENT, isConfirmed: true }]);
  });

  test('is subscribed again after unsubscribing, and has to confirm', async () => {
    const { aws } = await start();
    await operator.run();
    aws.account.subscriptions = [{ address: RECIPIENT, isConfirmed: false, isDeleted: true }];
    const run = await operator.run({ isAlone: true });
    expect(run.of('alarm-confirmation').outcome).toBe('waiting');
    expect(aws.account.subscriptions).toContainEqual({ address: RECIPIENT, isConfirmed: false });
  });

  test('waits for a stack', async () => {
    await start();
    const run = await operator.run({ mode: 'check' });
    expect(run.of('alarm-confirmation')).toMatchObject({
      outcome: 'blocked',
      remedy: expect.stringMatching(/^Deploy/),
    });
  });
});

test('an outdated bootstrap is repeated', async () => {
  const { aws } = await start({ bootstrapVersion: '4' });
  expect((await operator.run({ mode: 'check' })).of('bootstrap')).toMatchObject({ outcome: 'todo' });
  expect((await operator.run()).open).toEqual([]);
  expect(aws.account.bootstrapVersion).toBe('30');
});

describe('an owner', () => {
  const OWNER = 'owner@example.org';

  test('is only chosen on demand', async () => {
    await start();
    const run = await operator.run();
    expect(run.of('owner')).toMatchObject({ outcome: 'declined', isOptional: true });
    expect(isHealthy(run.reports)).toBe(true);
  });

  test('becomes a member of the workspace, verified for the sandbox', async () => {
    const { aws } = await start({}, remembering({ owner: OWNER }));
    const run = await operator.run();
    expect(run.open).toEqual([]);
    expect(run.of('owner').found).toContain(`${OWNER} signs in at`);
    expect(Object.keys(aws.account.identities)).toContain(OWNER);
    const { workspaceId } = (operator.context.setup as Record<string, { workspaceId: string }>)[KEY] ?? {};
    const members = await new Members(aws.table).list(String(workspaceId));
    expect(members).toMatchObject([{ address: OWNER, rights: { role: 'owner' } }]);
    expect((await operator.run()).of('owner').outcome).toBe('done');
  });

  test('is asked for at a terminal', async () => {
    await start();
    const questions = { isAttended: true, confirm: async () => true, text: async () => 'Owner@Example.org' };
    const run = await operator.run({ questions, skip: ['production-access'] });
    expect(run.of('owner').found).toContain(OWNER);
  });
});

test('another workspace gets its own endpoint and test submission', async () => {
  await start();
  const first = await operator.run();
  const other = await new Workspaces(operator.aws.table).create('Other');
  const remembered = (operator.context.setup as Record<string, object>)[KEY];
  new Choices({ file: operator.file, stage: 'production', isSaved: true }).remember('eu-central-1', {
    ...remembered,
    workspaceId: other.workspaceId,
  });
  const second = await operator.run();
  expect(second.of('endpoint').made?.endpointId).not.toBe(first.of('endpoint').made?.endpointId);
  expect(second.of('test-submission').outcome).toBe('changed');
});

describe('a test submission', () => {
  test('stays done after the record of its mail has expired', async () => {
    await start();
    await operator.run();
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + 40 * 86_400_000);
    const { items } = operator.aws;
    const records = [...items.state()].filter(([, { PK }]) => String(PK).startsWith('DELIVERY#'));
    items.change(records.map(([id]) => [id, undefined]));
    const run = await operator.run({ mode: 'check' });
    jest.restoreAllMocks();
    expect(run.of('test-submission')).toMatchObject({ outcome: 'done', found: expect.stringContaining('expired') });
    expect(isHealthy(run.reports)).toBe(true);
  });

  test.each([
    ['no recipient', { targetEmails: [] }, 'mails nobody'],
    ['its notifications off', { emailNotifications: false }, 'mails nobody'],
  ])('to an endpoint with %s is done without a mail', async (_what, fields, why) => {
    await start();
    const { made } = (await operator.run({ skip: ['test-submission'] })).of('endpoint');
    const endpoints = new Endpoints(operator.aws.table);
    const endpoint = await endpoints.find(String(made?.endpointId));
    if (endpoint) await endpoints.update(endpoint, fields);
    const run = await operator.run();
    expect(run.of('test-submission')).toMatchObject({ outcome: 'changed', found: expect.stringContaining(why) });
  });

  test('reports the reason if SES rejects its mail, and is resent by the next run', async () => {
    const { aws } = await start();
    const first = await operator.run({ skip: ['recipients'] });
    expect(first.of('recipients')).toMatchObject({ outcome: 'skipped' });
    expect(first.of('test-submission')).toMatchObject({
      outcome: 'failed',
      found: expect.stringContaining('Email address is not verified: you@example.org'),
      remedy: expect.stringContaining('run setup again'),
    });
    aws.account.hasProductionAccess = true;
    const second = await operator.run();
    expect(second.of('test-submission').outcome).toBe('changed');
  });

  test('is not sent before sender and recipients are verified', async () => {
    const { aws } = await start();
    const run = await operator.run({ isAlone: true });
    expect(run.of('test-submission')).toMatchObject({ outcome: 'blocked', found: expect.stringContaining('"Sender"') });
    expect(aws.calls.filter((name) => name.startsWith('POST /v1/f/'))).toEqual([]);
  });
});

describe('--check', () => {
  test('reports every problem, including failed mail', async () => {
    const { aws } = await start();
    const { made } = (await operator.run()).of('endpoint');
    for (const address of [SENDER, RECIPIENT]) aws.account.identities[address] = { isVerified: false };
    await fetch(`${aws.url}/v1/f/${made?.endpointId}`, { method: 'POST' });
    const run = await operator.run({ mode: 'check' });
    expect(run.open).toEqual(['sender waiting', 'recipients waiting', 'failed-mail blocked']);
    expect(run.of('failed-mail').lines?.[0]).toContain('Email address is not verified');
    expect(isHealthy(run.reports)).toBe(false);
  });
});
