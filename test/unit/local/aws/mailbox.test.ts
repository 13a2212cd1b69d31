import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { LOCAL } from '../../../../infra/localService/template.ts';
import { createMailbox } from '../../../../local/aws/mailbox.ts';
import { close, listen } from '../../../../local/http/ports.ts';
import { removeFolder } from '../../../support/cloud/cloudProcess.ts';
import type { Mail } from '../../../support/cloud/service.ts';

let folder: string;
let mailbox: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forms-inbox-'));
  await open();
});
afterEach(async () => {
  await close(mailbox);
  removeFolder(folder);
});

const file = () => join(folder, 'inbox.jsonl');

async function open(): Promise<void> {
  mailbox = createMailbox(folder, 'https://site.example');
  url = await listen(mailbox, 0);
}

/** As after a crash: the process cleans up nothing. */
async function reopen(): Promise<void> {
  await close(mailbox);
  await open();
}

const message = (subject: string, more: Partial<SendEmailCommandInput> = {}): SendEmailCommandInput => ({
  FromEmailAddress: 'forms@example.com',
  Destination: { ToAddresses: ['you@example.com'] },
  Content: {
    Simple: {
      Subject: { Data: subject },
      Body: { Text: { Data: 'Hello' }, Html: { Data: '<p>Hello</p>' } },
      Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
    },
  },
  ...more,
});

const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
const sendEmail = (input: SendEmailCommandInput) =>
  new SESv2Client({ endpoint: url, region: LOCAL.region, credentials, maxAttempts: 1 }).send(
    new SendEmailCommand(input),
  );

const mails = async (): Promise<Mail[]> => ((await (await fetch(`${url}/store`)).json()) as { emails: Mail[] }).emails;
const subjects = async (): Promise<string[]> => (await mails()).map(({ subject }) => subject);

test('its pages list the mails, newest first and 100 per page, until they are cleared', async () => {
  const listed = async (path = '/') => {
    const text = await (await fetch(url + path)).text();
    return [...text.matchAll(/<td><a href="([^"]+)">([^<]*)/g)].map(([, href, subject]) => ({ href, subject }));
  };
  expect(await listed()).toEqual([]);
  const { MessageId } = await sendEmail(message('First <b>'));
  await sendEmail(message('Second'));
  const text = await (await fetch(url)).text();
  for (const shown of [
    '<h1>Mailbox</h1>',
    '<a href="https://site.example/app">Dashboard</a>',
    '<a href="/">Refresh</a>',
    'href="https://site.example/favicon.svg"',
    '<td>forms@example.com</td>',
  ])
    expect(text).toContain(shown);
  const first = { href: `/mails/${MessageId}`, subject: 'First &lt;b&gt;' };
  expect(await listed()).toEqual([expect.objectContaining({ subject: 'Second' }), first]);
  for (let sent = 0; sent < 99; sent++) await sendEmail(message('More'));
  expect([(await listed()).length, await listed('/?page=2')]).toEqual([100, [first]]);
  await fetch(`${url}/clear-store`, { method: 'POST' });
  await reopen();
  expect(await listed()).toEqual([]);
  expect((await fetch(url + first.href)).status).toBe(404);
});

test('the page of a mail shows everything, and its HTML without running scripts', async () => {
  const FromEmailAddress = '=?UTF-8?B?Wm/Dqw==?= <forms@example.com>';
  const { MessageId } = await sendEmail(message('First', { FromEmailAddress, ReplyToAddresses: ['ada@example.com'] }));
  const page = await fetch(`${url}/mails/${MessageId}`);
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/);
  const text = await page.text();
  for (const shown of [
    'Zoë &lt;forms@example.com&gt;',
    'you@example.com',
    'ada@example.com',
    'auto-generated',
    '<pre>Hello</pre>',
  ])
    expect(text).toContain(shown);
  const [, sandbox, srcdoc] = /<iframe [^>]*sandbox="([^"]*)" srcdoc="([^"]*)"/.exec(text) ?? [];
  expect([sandbox, srcdoc]).toEqual([
    'allow-popups allow-popups-to-escape-sandbox',
    "<base target='_blank'>&lt;p&gt;Hello&lt;/p&gt;",
  ]);
});

test('keeps whole mails over a crash that truncated a later one', async () => {
  const { MessageId } = await sendEmail(message('First', { ReplyToAddresses: ['ada@example.com'] }));
  appendFileSync(file(), '\n{"messageId":"ses-1","at":1,"se');
  await sendEmail(message('Second'));
  const { ino } = statSync(file());
  const said = jest.spyOn(console, 'error').mockReturnValue();
  await reopen();
  expect(said.mock.calls).toEqual([[`${file()} has 1 mails that cannot be read; they are not shown.`]]);
  said.mockRestore();
  const [first, second] = await mails();
  expect(first).toEqual({
    messageId: MessageId,
    from: 'forms@example.com',
    replyTo: ['ada@example.com'],
    destination: { to: ['you@example.com'], cc: [], bcc: [] },
    subject: 'First',
    body: { html: '<p>Hello</p>', text: 'Hello' },
    headers: [{ name: 'Auto-Submitted', value: 'auto-generated' }],
    at: expect.any(Number),
  });
  expect(second?.subject).toBe('Second');
  // Not rewritten: a full disk must not matter at start.
  expect(statSync(file()).ino).toBe(ino);
});

test('keeps the newest 20,000 mails', async () => {
  await sendEmail(message('Newest'));
  const line = readFileSync(file(), 'utf8').trim();
  const lines = Array.from({ length: 20_001 }, (_, i) => line.replace('Newest', `Mail ${i}`));
  writeFileSync(file(), [...lines, line].join('\n'));
  await reopen();
  const kept = await subjects();
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20_000, 'Mail 2', 'Newest']);
});

test.each([
  ['no subject', { Content: { Simple: { Subject: { Data: '' }, Body: { Text: { Data: 'Hello' } } } } }],
  ['no body', { Content: { Simple: { Subject: { Data: 'Hello' }, Body: {} } } }],
  ['no sender', { FromEmailAddress: undefined }],
  ['a name that is not encoded', { FromEmailAddress: 'Zoë <forms@example.com>' }],
] as [string, Partial<SendEmailCommandInput>][])('rejects a mail with %s, as SES does', async (_what, more) => {
  await expect(sendEmail(message('Bad', more))).rejects.toMatchObject({ name: 'BadRequestException' });
  expect(await subjects()).toEqual([]);
});
