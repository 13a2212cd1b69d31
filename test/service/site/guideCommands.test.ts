import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { readSettings } from '../../../infra/readSettings.ts';
import type { AuditEntry } from '../../../shared/contract/schemas/audit/auditEntry.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { recordOf, tick } from '../../support/cloud/notifications.ts';
import {
  awaitMailsTo,
  eventually,
  mailsTo,
  newEndpoint,
  newKey,
  newSubmission,
  newWorkspace,
  outputs,
  send,
  sharedTable,
} from '../../support/cloud/service.ts';
import { inOrder } from '../../support/inOrder.ts';
import { openWebhookReceiver, verified } from '../../support/receivers/webhookReceiver.ts';
import { pdfFile } from '../../support/samples/sampleFiles.ts';
import { bundledNpm, filledIn, runExample, type Values } from '../../support/site/guideExamples.ts';

/** Each of the operator's commands loads npm, tsx and the AWS SDK. */
const OPERATOR_TIMEOUT_MS = 90_000;

/** Points the operator's commands at the local service instead of a deployed stack. */
const data = newDataFolder();
const ran = new Set<string>();

const CONFIRMATION = { subject: 'Thank you', text: 'We got your message.', emailField: 'email' };

let workspaceId: string;
let key: string;
let values: Values;

beforeAll(async () => {
  writeFileSync(join(data, 'outputs.json'), JSON.stringify(outputs()));
  ({ workspaceId, key } = await newWorkspace());
  values = {
    'https://YOUR-API': outputs().apiUrl,
    'YOUR-KEY-ID': 'key_unknown',
    'YOUR-KEY': key,
    'YOUR-WORKSPACE-ID': workspaceId,
    '--stack Forms': `--data ${data}`,
  };
});
afterAll(() => removeFolder(data));

/** npm itself runs one of the operator's commands: the others differ only in the program. */
const RUN_BY_NPM = ['operator-workspace.sh'];

const run = (file: string, more: Values = {}): Promise<string> => {
  ran.add(file);
  return runExample(file, { ...more, ...values }, RUN_BY_NPM.includes(file) ? '' : bundledNpm());
};

const runJson = async (file: string, more: Values = {}) => JSON.parse(await run(file, more));

/** The shape of a response: varying values are replaced by their kind. */
const shapeOf = (value: object) =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/"(enp|ws|sub)_[0-9A-Z]{26}"/g, '"$1"')
      .replaceAll(outputs().siteUrl, 'https://YOUR-SITE'),
  );

const ASSISTANTS = ['assistant-claude.sh', 'assistant-codex.sh', 'assistant-vscode.sh'];

/**
 * Settings; commands that test/unit/infra/operator/setup runs; those that use the npm registry, whose result
 * test/unit/site/docs/calls.test.ts checks; and those of other programs.
 */
const OTHERS = ['settings.sh', 'setup.sh', 'typed-client.sh', ...ASSISTANTS];

const step = inOrder();

describe('the guide, in a terminal', () => {
  step('creates an endpoint with the response that it shows', async () => {
    const endpoint = await runJson('create-endpoint.http');
    expect(shapeOf(endpoint)).toEqual(shapeOf(JSON.parse(exampleText('endpoint.json'))));
    expect(await send('GET', `/v1/endpoint/${endpoint.id}`, { key })).toMatchObject({ status: 200, json: endpoint });
  });

  step('lists submissions as it shows them', async () => {
    const example = JSON.parse(exampleText('submissions.json'));
    const { id } = await newEndpoint(key);
    await newSubmission(id, example.submissions[0].data);
    const list = await runJson('list-submissions.http', { 'YOUR-ENDPOINT-ID': id });
    list.submissions[0].location = example.submissions[0].location;
    expect(shapeOf(list)).toEqual(shapeOf(example));
  });

  step('posts to a form', async () => {
    const { id } = await newEndpoint(key);
    expect(await runJson('send.http', { 'YOUR-ENDPOINT-ID': id })).toMatchObject({ endpointId: id, isRead: false });
  });

  step('lets an agent read the rules of a form, and send it with a key that makes it known', async () => {
    const { id } = await newEndpoint(key, { captcha: { provider: 'altcha' } } as Partial<Endpoint>);
    const { key: ofAgent, secret } = await newKey(workspaceId, { permission: 'write', allows: ['submissions'] });
    const more = { 'YOUR-ENDPOINT-ID': id };
    expect(await runJson('form-rules.sh', more)).toEqual({ fields: [], captcha: 'altcha' });
    const sent = await runJson('send-known.sh', { ...more, $KEY: secret });
    expect(sent).toMatchObject({ endpointId: id, knownSender: { keyId: ofAgent.id } });
  });

  step('marks a submission as read, and deletes it', async () => {
    const { id } = await newEndpoint(key);
    const submissionId = await newSubmission(id);
    const more = { 'YOUR-ENDPOINT-ID': id, 'YOUR-SUBMISSION-ID': submissionId };
    expect(await runJson('update-submission.http', more)).toMatchObject({ id: submissionId, isRead: true });
    expect(await runJson('delete-submission.http', more)).toEqual({});
    expect((await send('GET', `/v1/submission/${id}/${submissionId}`, { key })).status).toBe(404);
  });

  step('changes settings of an endpoint', async () => {
    const { id } = await newEndpoint(key);
    const siteKey = '1x00000000000000000000AA';
    const more = { 'YOUR-ENDPOINT-ID': id, 'YOUR-SITE-KEY': siteKey, 'YOUR-SECRET': 'a-secret' };
    for (const [file, settings] of Object.entries({
      'set-redirect': { redirectUrl: 'https://www.example.com/thanks' },
      'set-duplicates': { duplicates: 'merge' },
      'set-altcha': { captcha: { provider: 'altcha' } },
      'set-turnstile': { captcha: { provider: 'turnstile', siteKey } },
      'set-blocked-terms': { blockedTerms: ['casino', 'search engine ranking', '@spam.example'] },
      'set-allowed-origins': { captcha: { provider: 'turnstile' }, allowedOrigins: ['https://www.example.com'] },
      'set-confirmation': { confirmation: { subject: 'Thank you, {{field.name}}', emailField: 'email' } },
      'stop-notifications': { emailNotifications: false },
    })) {
      expect(await runJson(`${file}.http`, more)).toMatchObject({ id, ...settings });
    }
  });

  step('sends the owner a test of the confirmation, and says what keeps confirmations from being sent', async () => {
    const recipient = `${workspaceId}.test@example.com`;
    const { id } = await newEndpoint(key, { targetEmails: [recipient], confirmation: CONFIRMATION });
    const more = { 'YOUR-ENDPOINT-ID': id, 'you@example.com': recipient };
    expect(await runJson('test-confirmation.http', more)).toEqual({ isSent: true, recipient });
    expect((await mailsTo(recipient)).map(({ subject }) => subject)).toEqual(['[Test] Thank you']);
    expect(await runJson('confirmation-status.http', more)).toEqual({ isSandboxed: false });
  });

  step('asks senders to confirm first, lists what is pending, and confirms it', async () => {
    const { id } = await newEndpoint(key);
    const more = { 'YOUR-ENDPOINT-ID': id };
    expect(await runJson('ask-to-confirm.http', more)).toMatchObject({ confirmation: { verify: true } });
    const submissionId = await newSubmission(id);
    const { submissions } = await runJson('list-pending-submissions.http', more);
    expect(submissions.map((each: { id: string }) => each.id)).toEqual([submissionId]);
    const confirmed = await runJson('confirm-submission.http', { ...more, 'YOUR-SUBMISSION-ID': submissionId });
    expect(confirmed).toMatchObject({ id: submissionId, confirmedAt: expect.any(String) });
    const { entries } = await runJson('list-audit-entries.http', more);
    const operations = entries.map(({ operation }: AuditEntry) => operation);
    expect(operations).toEqual(['confirmSubmission', 'updateEndpoint', 'createEndpoint']);
  });

  step('checks fields by rules', async () => {
    const { id } = await newEndpoint(key);
    const endpoint = await runJson('set-fields.http', { 'YOUR-ENDPOINT-ID': id });
    expect(endpoint).toMatchObject({ fields: [{ name: 'email' }, { name: 'message' }], unknownFields: 'drop' });
    const { status, json } = await send('POST', `/v1/f/${id}`, { json: { email: 'ada', message: 'Hi' } });
    const codes = json.issues.map(({ code }: { code: string }) => code);
    expect({ status, codes }).toEqual({ status: 400, codes: ['typeMismatch', 'tooShort'] });
  });

  step('receives files, and downloads one', async () => {
    const { id } = await newEndpoint(key);
    const endpoint = await runJson('set-files.http', { 'YOUR-ENDPOINT-ID': id });
    expect(endpoint.files).toMatchObject({ maxCount: 3, types: ['image/*', 'application/pdf'] });
    const { name, mimeType, buffer } = pdfFile('paper.pdf');
    const body = new FormData();
    body.append('paper', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    const { json } = await send('POST', `/v1/f/${id}`, { body, headers: { Accept: 'application/json' } });
    const document = join(data, 'document');
    await run('retrieve-file.sh', {
      '-o document': `-s -o ${document}`,
      'YOUR-ENDPOINT-ID': id,
      'YOUR-SUBMISSION-ID': json.id,
      'YOUR-FILE-ID': json.files[0].id,
    });
    expect(readFileSync(document).equals(buffer)).toBe(true);
  });

  step('marks a held submission as not spam, and gets its mail', async () => {
    const recipient = `${workspaceId}.held@example.com`;
    const { id } = await newEndpoint(key, { targetEmails: [recipient] });
    const submissionId = await newSubmission(id, { message: 'Hello', _gotcha: 'filled in' });
    const more = { 'YOUR-ENDPOINT-ID': id, 'YOUR-SUBMISSION-ID': submissionId };
    expect(await runJson('no-spam.http', more)).toMatchObject({ id: submissionId, isSpam: false });
    await awaitMailsTo(recipient);
  });
});

describe('the guide, on keeping', () => {
  step('sets how long an endpoint keeps submissions', async () => {
    const { id } = await newEndpoint(key);
    expect(await runJson('keep-days.http', { 'YOUR-ENDPOINT-ID': id })).toMatchObject({ id, keepDays: 90 });
    const keep = 'untilDelivered';
    expect(await runJson('keep-until-delivered.http', { 'YOUR-ENDPOINT-ID': id })).toMatchObject({ id, keep });
  });
});

describe('the guide, on the thank-you page', () => {
  step('shows a text of the owner', async () => {
    const { id } = await newEndpoint(key);
    const shown = await runJson('thank-you-text.http', { 'YOUR-ENDPOINT-ID': id });
    expect(shown).toMatchObject({ id, thankYouText: expect.stringContaining('\n') });
  });
});

describe('the guide, on closing a form', () => {
  step('closes it at a moment, with a text of its own', async () => {
    const { id } = await newEndpoint(key);
    const more = { 'YOUR-ENDPOINT-ID': id };
    expect(await runJson('closes-at.http', more)).toMatchObject({ id, closesAt: '2030-03-31 22:00:00.000000' });
    expect(await runJson('closed-text.http', more)).toMatchObject({ id, closedText: expect.stringContaining('\n') });
    expect(await runJson('max-submissions.http', more)).toMatchObject({ id, maxSubmissions: 100 });
  });
});

describe('the guide, on webhooks', () => {
  step(
    'creates one, whose secret is in the header, tests it, shows its event and resends failed deliveries',
    async () => {
      const receiver = await openWebhookReceiver();
      const { id } = await newEndpoint(key);
      const more = { 'YOUR-ENDPOINT-ID': id, 'https://hooks.example.com/forms': receiver.url };
      const [head = '', body = ''] = (await run('create-webhook.http', more)).split(/\r?\n\r?\n/);
      const [, secret = ''] = /^x-webhook-secret: (whsec_\S+)\r?$/im.exec(head) ?? [];
      const webhook = JSON.parse(body);
      const ofWebhook = { 'YOUR-WEBHOOK-ID': webhook.id, '2026-11-22 06:00': '2020-01-01' };
      expect(await runJson('test-webhook.http', ofWebhook)).toMatchObject({ isDelivered: true, status: 204 });

      receiver.behave = () => ({ status: 410 });
      const example = JSON.parse(exampleText('event.json'));
      await newSubmission(id, example.data.data);
      const isEnabled = async () => (await send('GET', `/v1/webhook/${webhook.id}`, { key })).json.isEnabled;
      await eventually(isEnabled, (isOn) => !isOn, 20_000);
      receiver.behave = () => ({ status: 204 });
      await send('PUT', `/v1/webhook/${webhook.id}`, { key, json: { isEnabled: true } });
      expect((await runJson('replay-webhook.http', ofWebhook)).results).toHaveLength(1);
      const [, first, again] = await eventually(
        async () => receiver.received,
        ({ length }) => length === 3,
        20_000,
      );
      expect(again?.id).toBe(first?.id);
      if (again) expect(verified(secret, again)).toEqual(again.json);
      const event = { ...again?.json, timestamp: example.timestamp };
      // Without an edge, the country is unknown.
      expect(shapeOf({ ...event, data: { ...event.data, location: example.data.location } })).toEqual(shapeOf(example));
      receiver.close();
    },
  );
});

describe('the guide, on formats of webhooks', () => {
  step('creates one for Slack, and one with a template and a header', async () => {
    const receiver = await openWebhookReceiver();
    receiver.behave = () => ({ status: 200, body: 'ok' });
    const { id } = await newEndpoint(key);
    const slack = { 'YOUR-ENDPOINT-ID': id, 'https://hooks.slack.com/services/T000/B000/XXXX': receiver.url };
    const created = async (file: string, more: Values) =>
      JSON.parse((await run(file, more)).split(/\r?\n\r?\n/)[1] ?? '');
    expect(await created('create-slack-webhook.http', slack)).toMatchObject({ format: 'slack' });
    const own = { 'YOUR-ENDPOINT-ID': id, 'https://hooks.example.com/forms': receiver.url, 'YOUR-TOKEN': 's3cr3t' };
    const webhook = await created('create-template-webhook.http', own);
    expect(webhook).toMatchObject({ format: 'template', headerNames: ['Authorization'] });
    await newSubmission(id, { email: 'ada@example.com' });
    const messages = await eventually(
      async () => receiver.received,
      ({ length }) => length === 2,
      20_000,
    );
    const [message] = messages.filter(({ headers }) => headers.authorization === 'Bearer s3cr3t');
    expect(message?.body).toMatch(/^\{"title":".+: ada@example\.com"\}$/);
    receiver.close();
  });
});

describe('the guide, on members', () => {
  step(
    'adds one, and makes the person an owner',
    async () => {
      const member = await runJson('create-member.http');
      expect(member).toMatchObject({ address: 'ada@example.com', role: 'editor' });
      expect(await runJson('operator-owner.sh')).toEqual({ workspaceId, ownerId: member.id });
    },
    OPERATOR_TIMEOUT_MS,
  );
});

describe('the guide, on keys', () => {
  step('creates one, whose secret is in the header, verifies it, extends it and deletes it', async () => {
    const [head = '', body = ''] = (await run('create-key.http')).split(/\r?\n\r?\n/);
    const [, secret = ''] = /^x-api-key-secret: (fbk_\w+)\r?$/im.exec(head) ?? [];
    const created = JSON.parse(body);
    expect(created.name).toBe('Dashboard');
    const { 'YOUR-KEY-ID': _, ...others } = values;
    values = { 'YOUR-KEY-ID': created.id, ...others };
    expect(await runJson('verify-key.http')).toMatchObject({ id: created.id });
    expect((await runJson('update-key.http')).expiresAt > created.expiresAt).toBe(true);
    expect((await runJson('list-keys.http')).keys.map(({ id }: { id: string }) => id)).toContain(created.id);
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(200);
    expect(await runJson('delete-key.http')).toEqual({});
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(401);
  });
});

describe('the guide, for the operator', () => {
  step(
    'creates a workspace with a key that can write, and a read-only key',
    async () => {
      const acme = await runJson('operator-workspace.sh');
      expect((await newEndpoint(acme.key)).workspaceId).toBe(acme.workspaceId);
      const dashboard = await runJson('operator-key.sh');
      expect(dashboard.workspaceId).toBe(workspaceId);
      expect((await send('GET', '/v1/endpoints', { key: dashboard.key })).status).toBe(200);
      expect((await send('GET', '/v1/keys', { key: dashboard.key })).status).toBe(403);
      const write = await send('POST', '/v1/endpoint', {
        key: dashboard.key,
        json: { slug: 'more', targetEmails: [] },
      });
      expect(write.json.code).toBe('FORBIDDEN');
    },
    OPERATOR_TIMEOUT_MS,
  );

  step(
    'lists a bounced mail, and resends it',
    async () => {
      const recipient = `${workspaceId}@example.com`;
      const { id } = await newEndpoint(key, { targetEmails: [recipient] });
      const submissionId = await newSubmission(id);
      await eventually(
        () => recordOf(outputs(), id, submissionId, recipient),
        (note) => note?.state === 'sent',
      );
      await new DeliveryRecords(sharedTable()).fail(
        mailDelivery({ about: submissionId, endpointId: id, recipient }),
        'Bounced',
      );
      const { failed } = await runJson('failed-notifications.sh');
      expect(failed).toContainEqual(expect.objectContaining({ about: submissionId, recipient, reason: 'Bounced' }));
      // Only this one: other suites use the same list for their own failures.
      const redriveOne = { 'notifications -- redrive': `notifications -- redrive --submission ${submissionId}` };
      expect(await runJson('redrive-notifications.sh', redriveOne)).toMatchObject({ redriven: 1 });
      await tick(outputs());
      await awaitMailsTo(recipient, 2);
    },
    OPERATOR_TIMEOUT_MS,
  );

  step(
    'prepares an account with a command that the CLI has',
    async () => {
      const template = await run('bootstrap.sh', { bootstrap: 'bootstrap --show-template' });
      expect(template).toContain('CdkBootstrapVersion');
    },
    OPERATOR_TIMEOUT_MS,
  );

  step(
    'deploys with a command that exists, and all required settings',
    async () => {
      expect(await run('deploy.sh', { deploy: '--silent deploy -- --help' })).toContain('npm run deploy --');
      const [, given = ''] = /`("\w+": "[^"]+")`/.exec(readFileSync('site/guide/pages/deploy.md', 'utf8')) ?? [];
      const settings = JSON.parse(`{${given}}`);
      expect(readSettings(settings)).toMatchObject(settings);
    },
    OPERATOR_TIMEOUT_MS,
  );
});

step('every command of the guide was run', () => {
  const all = readdirSync('site/guide/examples').filter(
    (file) => /\.(?:sh|http)$/.test(file) && !OTHERS.includes(file),
  );
  expect([...ran].sort()).toEqual(all.sort());
  expect(() => filledIn('list-submissions.http', {})).toThrow('YOUR-ENDPOINT-ID');
});
