import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { localFileBucket } from '../../../infra/localService/localFileBucket.ts';
import { writeCsvFiles } from '../../../infra/operator/export/csv.ts';
import { exportWorkspace, type OnStep } from '../../../infra/operator/export/exportWorkspace.ts';
import { exportOne } from '../../../infra/operator/workspace/commands.ts';
import { lockFolder } from '../../../infra/tools/folderLock.ts';
import type { SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import type { Webhook } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { listText } from '../../../shared/messages/forPeople.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { countRemoved } from '../../../shared/storage/endpoints/keeping.ts';
import { storedFiles } from '../../../shared/storage/submissions/submittedFiles.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { hashSecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { type WholeWorkspace, Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { PDF, PNG, postFiles } from '../../support/cloud/postedFiles.ts';
import { newMember } from '../../support/cloud/rightRequests.ts';
import { newEndpoint, newSubmission, newWorkspace, outputs, send, sharedTable } from '../../support/cloud/service.ts';
import { putSubmissions } from '../../support/cloud/storedSubmissions.ts';
import { newWebhook } from '../../support/cloud/webhooks.ts';
import { type Call, type Ended, launchNode, run, runInOneProcess, testWrongCalls } from '../../support/commands.ts';
import { parseCsv } from '../../support/csv.ts';
import type { Json } from '../../support/json.ts';
import { intercepted } from '../../support/wholeTable.ts';

const HEADER_SECRET = 'Bearer of-a-webhook';
const CAPTCHA_SECRET = 'a-secret-of-turnstile';
const PROGRAM = 'infra/operator/workspace/workspace.ts';

const fileBucket = localFileBucket(outputs());
const folder = newDataFolder();
const data = join(folder, 'service');
mkdirSync(data);
writeFileSync(join(data, 'outputs.json'), JSON.stringify(outputs()));
afterAll(() => removeFolder(folder));

let exports = 0;
const newTarget = (): string => join(folder, `export-${exports++}`);

const argumentsFor = (workspaceId: string, to: string, ...more: string[]) => [
  'export',
  '--workspace',
  workspaceId,
  '--to',
  to,
  '--data',
  data,
  ...more,
];

const recordsIn = (file: string): Json[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const submissionsIn = (to: string, endpointId: string) => recordsIn(join(to, 'submissions', `${endpointId}.jsonl`));
const textIn = (to: string, ...names: string[]) => readFileSync(join(to, ...names), 'utf8');

const contentsOf = (to: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(to, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(to, name)).isFile() && name !== 'export.json')
      .map((name) => [name, textIn(to, name)]),
  );

const ODD_DATA = {
  text: 'Größe "quoted", \'single\', \\ back\\slash',
  lines: 'one\ntwo\r\nthree\rfour\u2028five\u2029six\u0085seven\u0000eight',
  numbers: [0, -5, 1.5, 1e21, 5e-324, 9007199254740991],
  others: { null: null, true: true, deep: [[[{}]]], empty: '' },
  emoji: '😀',
  lone: '\ud83d',
  ['__proto__']: { isAdmin: true },
  constructor: 'c',
  '': 'a field without a name',
  id: 'not the id',
};

/** Invalid UTF-8 cannot be in a file. */
const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (listText(value) ?? JSON.stringify(value));

const FORMULAS = { text: '=1+1', number: -1, list: ['a;=1'], 'heading;=1': '' };
const SETTINGS = {
  confirmation: { subject: 'Thank you', text: 'Reference: {{reference}}', emailField: 'mail' },
  fields: [{ name: 'product', label: 'Product', type: 'text', required: true, maxLength: 80 }],
  unknownFields: 'drop',
};

describe('npm run workspace -- export', () => {
  let workspaceId: string;
  let key: string;
  let ids: { contact: string; orders: string; empty: string };
  let to: string;
  let printed: string;
  let webhook: Webhook;
  let member: Awaited<ReturnType<typeof newMember>>;
  let secret: string;

  beforeAll(async () => {
    ({ workspaceId, key } = await newWorkspace());
    const fields = { targetEmails: ['a@example.com', 'b@example.com'], redirectUrl: 'https://example.com/ü' };
    const contact = await newEndpoint(key, { ...fields, name: '=HYPERLINK("https://evil.example")' });
    const [orders, empty] = [await newEndpoint(key), await newEndpoint(key)];
    ids = { contact: contact.id, orders: orders.id, empty: empty.id };
    const marked = await newSubmission(ids.contact, ODD_DATA);
    await send('PUT', `/v1/submission/${ids.contact}/${marked}`, { key, json: { isRead: true, isSpam: true } });
    await newSubmission(ids.contact, FORMULAS);
    await newSubmission(ids.orders, { product: 'Tea' });
    await newSubmission(ids.orders, { product: 'Coffee', amount: 2 });
    await newSubmission(ids.orders, { product: 'Watches', _gotcha: 'x' });
    const captcha = { provider: 'turnstile', siteKey: 'the site', secret: CAPTCHA_SECRET };
    await send('PUT', `/v1/endpoint/${ids.empty}`, { key, json: { captcha, blockedTerms: ['casino'], ...SETTINGS } });
    await send('PUT', `/v1/endpoint/${ids.orders}`, { key, json: { files: {}, spamFilter: 'learn' } });
    await postFiles(ids.orders, [{ name: 'offer.pdf', content: PDF }], { product: 'Cups' });
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
    await send('PUT', `/v1/endpoint/${ids.contact}`, { key, json: { confirmation } });
    await newSubmission(ids.contact, { product: 'Pending' });
    const form = { template: '{"a":"{{fields}}"}', headers: { Authorization: HEADER_SECRET } };
    const hook = { endpointId: ids.empty, url: 'https://example.com/=1', events: ['submission.created'], ...form };
    ({ webhook, secret } = await newWebhook(key, hook));
    await sharedTable().transact([countRemoved(ids.empty, 0, 3)]);
    member = await newMember(sharedTable(), workspaceId);
    const stranger = await newWorkspace();
    await newSubmission((await newEndpoint(stranger.key)).id, { product: 'of a stranger' });
    to = newTarget();
    const { code, stdout, stderr } = await run(PROGRAM, ...argumentsFor(workspaceId, to, '--format', 'csv'));
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^(?:\d+ submissions, \d+ files\n)*Keep the export secret: .*\n(?:\d+ rows of CSV\n)*$/,
      ),
    });
    printed = stdout;
  });

  test('prints one line of JSON with the counts', () => {
    expect(printed).toMatch(/^\{.*\}\n$/);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/);
    expect(JSON.parse(printed)).toEqual({
      workspaceId,
      folder: to,
      startedAt: time,
      finishedAt: time,
      endpoints: 3,
      keys: 1,
      members: 1,
      webhooks: 1,
      pending: 1,
      removals: 1,
      erasures: 0,
      audit: recordsIn(join(to, 'audit.jsonl')).length,
      submissions: 6,
      files: { written: 1, missing: 0, infected: 0 },
    });
  });

  test('has the members, without their sessions', () => {
    const { memberId: id, memberAddress: address, session, sessionId } = member;
    expect(recordsIn(join(to, 'members.jsonl'))).toEqual([
      { id, createdAt: expect.any(String), workspaceId, address, role: 'editor' },
    ]);
    expect(textIn(to, 'members.csv')).toContain(address);
    for (const secret of [session, hashSecret(session)])
      expect(Object.values(contentsOf(to)).join()).not.toContain(secret);
    expect(textIn(to, 'keys.jsonl')).not.toContain(sessionId);
  });

  test('has the workspace and its endpoints as in the API, oldest first', async () => {
    expect(recordsIn(join(to, 'workspace.jsonl'))).toMatchObject([{ id: workspaceId, name: 'Test' }]);
    const { json } = await send('GET', '/v1/endpoints', { key });
    const endpoints = recordsIn(join(to, 'endpoints.jsonl'));
    expect(endpoints.map(({ createdAt, ...endpoint }) => endpoint)).toMatchObject(
      json.endpoints.map(({ redirectUrl, ...endpoint }: { redirectUrl: string }) => endpoint),
    );
    expect(endpoints.map(({ redirectUrl }) => redirectUrl)).toEqual(['https://example.com/ü', undefined, undefined]);
  });

  test('has every submission of every endpoint with its exact values, oldest first', async () => {
    for (const endpointId of Object.values(ids)) {
      const { json } = await send('GET', `/v1/submissions/${endpointId}`, { key });
      const submissions = submissionsIn(to, endpointId);
      expect(submissions.map(({ createdAt, ...submission }) => submission)).toEqual(json.submissions.reverse());
    }
    const [odd] = submissionsIn(to, ids.contact);
    expect(JSON.stringify(odd.data)).toBe(JSON.stringify(ODD_DATA));
    expect(odd).toMatchObject({ isRead: true, isSpam: true, location: 'Unknown', endpointId: ids.contact });
    expect(Math.abs(Date.parse(`${odd.createdAt.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(120_000);
  });

  test('has the audit log as in the API, oldest first, with the export itself', async () => {
    const { json } = await send('GET', '/v1/audit-entries', { key });
    expect(recordsIn(join(to, 'audit.jsonl'))).toEqual(json.entries.reverse());
    expect(json.entries.at(-1)).toMatchObject({ actor: 'operator', operation: 'exportWorkspace', object: workspaceId });
  });

  test('has the keys without their secrets', () => {
    expect(recordsIn(join(to, 'keys.jsonl')).map((record) => Object.keys(record).sort())).toEqual([
      ['createdAt', 'expiresAt', 'id', 'lastAccess', 'name', 'permission', 'workspaceId'],
    ]);
    const everything = JSON.stringify(contentsOf(to));
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(hashSecret(key));
  });

  test('has the webhooks as in the API, without their secrets', () => {
    expect(JSON.stringify(contentsOf(to))).not.toContain(HEADER_SECRET);
    const [exported, ...others] = recordsIn(join(to, 'webhooks.jsonl'));
    expect([exported, others]).toEqual([{ ...webhook, workspaceId }, []]);
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(contentsOf(to))).not.toContain(secret);
  });

  test('lists the files of a submission, and contains them by their ids', () => {
    const submissions = submissionsIn(to, ids.orders);
    expect(submissions.map(({ files }) => files?.map(({ name }: Json) => name))).toEqual([
      undefined,
      undefined,
      undefined,
      ['offer.pdf'],
    ]);
    const { id, files } = submissions[3];
    expect(readFileSync(join(to, 'files', ids.orders, id, files[0].id)).equals(PDF)).toBe(true);
  });

  test('has held submissions with their reason, and spam settings without the secret of a captcha', () => {
    expect(submissionsIn(to, ids.orders)[2]).toMatchObject({ isSpam: true, spamReason: 'honeypot' });
    const settings = { captcha: { provider: 'turnstile', siteKey: 'the site' }, blockedTerms: ['casino'] };
    expect(recordsIn(join(to, 'endpoints.jsonl'))[2]).toMatchObject(settings);
    expect(JSON.stringify(contentsOf(to))).not.toContain(CAPTCHA_SECRET);
  });

  test('has the numbers of submissions removed by age', () => {
    expect(recordsIn(join(to, 'removals.jsonl'))).toEqual([
      { endpointId: ids.empty, date: '1970-01-01', submissions: 3 },
    ]);
  });

  test('has pending submissions', () => {
    const [pending, ...more] = recordsIn(join(to, 'pending.jsonl'));
    expect(pending).toEqual({
      id: expect.stringMatching(/^sub_/),
      endpointId: ids.contact,
      createdAt: expect.any(String),
      location: 'Unknown',
      data: { product: 'Pending' },
    });
    expect(more).toEqual([]);
    expect(parseCsv(textIn(to, 'pending.csv'))).toHaveLength(1);
  });

  test('has field rules and the settings of confirmations', () => {
    expect(recordsIn(join(to, 'endpoints.jsonl'))[2]).toMatchObject(SETTINGS);
  });

  test('has nothing of other workspaces', () => {
    expect(JSON.stringify(contentsOf(to))).not.toContain('of a stranger');
  });

  test('is readable by its owner only', () => {
    for (const name of Object.keys(contentsOf(to))) expect(statSync(join(to, name)).mode & 0o077).toBe(0);
  });

  describe('as CSV', () => {
    const csvIn = (...names: string[]) => parseCsv(textIn(to, ...names).replace(/^\ufeff/, ''));

    test('has a column for each submitted field', () => {
      const rows = csvIn('submissions', `${ids.orders}.csv`);
      expect(rows.map((row) => [row['data.product'], row['data.amount'], row.spamReason, row.otherData])).toEqual([
        ['Tea', '', '', ''],
        ['Coffee', '2', '', ''],
        ['Watches', '', 'honeypot', ''],
        ['Cups', '', '', ''],
      ]);
      expect(Object.keys(rows[0] ?? {})).toEqual([
        'id',
        'endpointId',
        'createdAt',
        'location',
        'isSpam',
        'spamReason',
        'isRead',
        'confirmedAt',
        'charset',
        'files',
        'knownSender',
        'data.product',
        'data.amount',
        'otherData',
      ]);
    });

    test('names the files of a submission in one column', () => {
      const [exported, row] = [submissionsIn(to, ids.orders)[3], csvIn('submissions', `${ids.orders}.csv`)[3]];
      expect(JSON.parse(row?.files ?? '')).toEqual(exported.files);
    });

    test('has only headings for an endpoint without submissions', () => {
      expect(textIn(to, 'submissions', `${ids.empty}.csv`)).toBe(
        '\ufeffid,endpointId,createdAt,location,isSpam,spamReason,isRead,confirmedAt,charset,files,knownSender,otherData\r\n',
      );
    });

    test('has text unchanged, lists joined, and everything else as JSON', () => {
      const [row] = csvIn('submissions', `${ids.contact}.csv`);
      for (const [name, value] of Object.entries(ODD_DATA)) {
        expect([name, row?.[`data.${name}`]]).toEqual([name, cellOf(value)]);
      }
      expect(row).toMatchObject({ isSpam: 'true', isRead: 'true', endpointId: ids.contact });
    });

    test('has the same endpoints, keys and webhooks as the JSON lines, and times with their zone', () => {
      for (const name of ['workspace', 'endpoints', 'keys', 'webhooks']) {
        const zoned = (text: string) => text.replace(/^([\d-]{10}) ([\d:]{8}\.\d{3})\d{3}$/, '$1T$2Z');
        const asText = (record: object) =>
          Object.fromEntries(Object.entries(record).map(([field, value]) => [field, zoned(cellOf(value))]));
        const withoutEmpty = (row: object) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''));
        const rows = csvIn(`${name}.csv`).map(withoutEmpty);
        const undone = rows.map((row) => JSON.parse(JSON.stringify(row).replace(`"'=`, '"=')));
        expect(undone).toEqual(
          recordsIn(join(to, `${name}.jsonl`))
            .map(asText)
            .map(withoutEmpty),
        );
      }
    });
  });
});

describe('an export of unusual submissions', () => {
  const dataOf = (i: number) => Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`name-${i}-${n}`, n]));
  const BROKEN: [what: string, stored: string | Uint8Array, exported: string][] = [
    ['text', '{"broken', '{"broken'],
    ['bytes', Uint8Array.from([1, 2, 255]), 'AQL/'],
  ];
  const brokenIds = BROKEN.map(() => newId('submission'));
  const to = newTarget();
  let flooded: string;
  let broken: string;

  beforeAll(async () => {
    const { workspaceId, key } = await newWorkspace();
    [flooded, broken] = [(await newEndpoint(key)).id, (await newEndpoint(key, { emailNotifications: false })).id];
    for (let i = 0; i < 4; i++) await newSubmission(flooded, dataOf(i));
    for (const [i, [, data]] of BROKEN.entries())
      await sharedTable().put({ ...submissionKey(broken, brokenIds[i] ?? ''), data, location: 'Spain' }, {});
    await exportOne({ workspace: workspaceId, to, format: 'csv', data });
  });

  const rowsOf = (id: string) => parseCsv(textIn(to, 'submissions', `${id}.csv`).slice(1));

  test('has no other submissions', () => {
    expect([flooded, broken].map((id) => submissionsIn(to, id).length)).toEqual([4, BROKEN.length]);
  });

  test('has no more columns than the limit for a flood of field names, and nothing is lost', () => {
    const rows = rowsOf(flooded);
    const fields = Object.keys(rows[0] ?? {}).filter((heading) => heading.startsWith('data.'));
    expect(fields).toHaveLength(500);
    const restored = rows.map((row) => ({
      ...Object.fromEntries(fields.filter((name) => row[name]).map((name) => [name.slice(5), Number(row[name])])),
      ...JSON.parse(row.otherData || '{}'),
    }));
    expect(restored).toEqual([0, 1, 2, 3].map(dataOf));
  });

  test.each(BROKEN)('contains an unreadable submission as it is stored: %s', (what, _data, data) => {
    const id = brokenIds[BROKEN.findIndex(([name]) => name === what)];
    const ofId = (record: { id?: string }) => record.id === id;
    const stored = { data, location: 'Spain' };
    expect(submissionsIn(to, broken).filter(ofId)).toMatchObject([{ unreadable: stored }]);
    expect(JSON.parse(rowsOf(broken).find(ofId)?.otherData ?? '')).toEqual(stored);
  });
});

describe('the files of an export', () => {
  const SENT = [
    { name: '../../../notes.txt', content: Buffer.from('some text') },
    { name: `${'長'.repeat(300)}.png`, content: PNG },
    { name: 'the same.pdf', content: PDF },
    { name: 'the same.pdf', content: Buffer.concat([PDF, PDF]) },
  ];
  const COUNTS = { submissions: 4, files: { written: 4, missing: 1, infected: 1 } };
  let workspace: WholeWorkspace;
  let endpointId: string;
  let submissionIds: string[];

  async function putSubmission(scan: SubmittedFile['scan']): Promise<void> {
    const file = { id: newId('file'), field: 'file', name: 'a.txt', type: 'text/plain', bytes: 5, scan };
    const item = { data: '{}', location: 'Spain', files: storedFiles([file]) };
    await sharedTable().put({ ...submissionKey(endpointId, newId('submission')), ...item }, {});
  }

  beforeAll(async () => {
    const { workspaceId, key } = await newWorkspace();
    workspace = (await new Workspaces(sharedTable()).find(workspaceId)) as WholeWorkspace;
    const files = { maxCount: 3, maxBytes: 1_000, types: ['text/*', 'image/*', 'application/pdf'] };
    ({ id: endpointId } = await newEndpoint(key, { emailNotifications: false, files }));
    submissionIds = [];
    for (const sent of [SENT.slice(0, 3), SENT.slice(3)])
      submissionIds.push((await postFiles(endpointId, sent)).json.id);
    await putSubmission('clean');
    await putSubmission('infected');
  });

  /** Exports into a folder, with a hook before each call to the table and each download. */
  function exportTo(to: string, onMoment: (what: string) => void = () => undefined) {
    mkdirSync(to, { recursive: true });
    const downloadUrl: typeof fileBucket.downloadUrl = async (...args) => {
      onMoment('download');
      return fileBucket.downloadUrl(...args);
    };
    const table = intercepted(sharedTable(), () => onMoment('table'));
    return exportWorkspace({ table, fileBucket: { downloadUrl } }, workspace, to, () => undefined);
  }

  test('equal the sent ones byte for byte; missing and infected ones are counted', async () => {
    const to = newTarget();
    expect(await exportTo(to)).toMatchObject(COUNTS);
    const exported = submissionsIn(to, endpointId).filter(({ id }) => submissionIds.includes(id));
    const named = exported.flatMap(({ id, files }) => files.map((file: Json) => ({ ...file, submissionId: id })));
    expect(named.map(({ name, bytes }) => [name, bytes])).toEqual(
      ['notes.txt', expect.stringMatching(/^長+\.png$/), 'the same.pdf', 'the same.pdf'].map((name, i) => [
        name,
        SENT[i]?.content.length,
      ]),
    );
    for (const [index, { submissionId, id }] of named.entries()) {
      const content = readFileSync(join(to, 'files', endpointId, submissionId, id));
      expect(content.equals(SENT[index]?.content as Buffer)).toBe(true);
    }
    expect(Object.keys(contentsOf(to)).filter((name) => name.startsWith('files/'))).toHaveLength(SENT.length);
  });

  test('are complete, once each, like everything else, if the command is repeated after an interruption at any point', async () => {
    const whole = newTarget();
    await exportTo(whole);
    let cut = 0;
    for (let isDone = false; !isDone; cut++) {
      const to = newTarget();
      let moments = cut;
      const cutShort = () => {
        if (moments-- === 0) throw new Error('cut short');
      };
      isDone = await exportTo(to, cutShort).then(
        () => true,
        () => false,
      );
      expect(await exportTo(to)).toMatchObject(COUNTS);
      expect(contentsOf(to)).toEqual(contentsOf(whole));
    }
    expect(cut).toBeGreaterThan(12);
  });

  test('are complete if the first call ended while it wrote its record', async () => {
    const to = newTarget();
    mkdirSync(to);
    writeFileSync(join(to, 'export.json.new'), '{"workspace');
    expect(await exportTo(to)).toMatchObject(COUNTS);
  });

  /** The folder of an export that was interrupted at its last download. */
  async function givenInterrupted(): Promise<string> {
    const to = newTarget();
    let downloads = 0;
    const cutShort = (what: string) => {
      if (what === 'download' && ++downloads === 5) throw new Error('cut short');
    };
    await expect(exportTo(to, cutShort)).rejects.toThrow('cut short');
    return to;
  }

  test('are not fetched again, and the remains of interrupted downloads are removed', async () => {
    const to = await givenInterrupted();
    writeFileSync(join(to, 'submissions', 'enp_deleted.jsonl'), '{}');
    writeFileSync(join(to, 'files', endpointId, 'half.new'), '');
    let downloads = 0;
    await exportTo(to, (what) => (downloads += Number(what === 'download')));
    expect(downloads).toBe(1);
    expect(Object.keys(contentsOf(to)).filter((name) => /deleted|new$/.test(name))).toEqual([]);
  });

  test('are not kept after an interruption if their submission was deleted or they were found infected', async () => {
    const { workspaceId, key } = await newWorkspace();
    const owner = (await new Workspaces(sharedTable()).find(workspaceId)) as WholeWorkspace;
    const files = { maxCount: 1, maxBytes: 1_000, types: ['application/pdf'] };
    const settings = { emailNotifications: false, files };
    const [{ id }, other] = [await newEndpoint(key, settings), await newEndpoint(key, settings)];
    const sent: Json[] = [];
    for (const to of [id, id, id, other.id]) sent.push((await postFiles(to, [{ name: 'a.pdf', content: PDF }])).json);
    const [kept, infected, deleted] = sent;
    const to = newTarget();
    mkdirSync(to);
    const again = (onStep: OnStep) => exportWorkspace({ table: sharedTable(), fileBucket }, owner, to, onStep);
    const cutShort: OnStep = ({ files }) => {
      if (files.written === sent.length) throw new Error('cut short');
    };
    await expect(again(cutShort)).rejects.toThrow('cut short');
    await send('DELETE', `/v1/submission/${id}/${deleted.id}`, { key });
    await send('DELETE', `/v1/endpoint/${other.id}`, { key });
    await sharedTable().update({
      Key: submissionKey(id, infected.id),
      UpdateExpression: 'SET #files.#file.#scan = :found',
      ExpressionAttributeNames: { '#files': 'files', '#file': infected.files[0].id, '#scan': 'scan' },
      ExpressionAttributeValues: { ':found': 'infected' },
    });
    expect(await again(() => undefined)).toMatchObject({ files: { written: 1, missing: 0, infected: 1 } });
    expect(Object.keys(contentsOf(to)).filter((name) => name.startsWith('files/'))).toEqual([
      join('files', id, kept.id, kept.files[0].id),
    ]);
  });

  test.each(['endpoints.jsonl', 'submissions', 'files/a/b'])(
    'are not written where somebody has planted a symbolic link: %s',
    async (name) => {
      const [elsewhere, finished] = [newTarget(), newTarget()];
      await exportTo(finished);
      for (const to of [await givenInterrupted(), finished]) {
        rmSync(join(to, name), { recursive: true, force: true });
        mkdirSync(join(to, name, '..'), { recursive: true });
        symlinkSync(elsewhere, join(to, name));
        await expect(exportTo(to)).rejects.toThrow(`${join(to, name)} is a symbolic link`);
      }
      expect(existsSync(elsewhere)).toBe(false);
    },
  );

  test('are not written, read or removed where somebody plants a symbolic link meanwhile', async () => {
    const plant = (at: string): string => {
      const elsewhere = newTarget();
      renameSync(at, elsewhere);
      symlinkSync(elsewhere, at);
      return elsewhere;
    };
    const to = newTarget();
    let files = '';
    const onFirst = (what: string) => {
      if (what === 'download' && files === '') files = plant(join(to, 'files'));
    };
    await expect(exportTo(to, onFirst)).rejects.toThrow('is a symbolic link');
    expect(readdirSync(files, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())).toEqual([]);

    const next = newTarget();
    mkdirSync(next);
    const onLast: OnStep = ({ submissions }) => {
      if (submissions === 0) return;
      files = plant(join(next, 'files'));
      writeFileSync(join(files, 'other'), '');
    };
    const source = { table: sharedTable(), fileBucket };
    await expect(exportWorkspace(source, workspace, next, onLast)).rejects.toThrow('is a symbolic link');
    expect(existsSync(join(files, 'other'))).toBe(true);

    for (const name of ['endpoints.jsonl', 'submissions']) {
      const finished = newTarget();
      await exportTo(finished);
      plant(join(finished, name));
      await expect(writeCsvFiles(finished, () => undefined)).rejects.toThrow('is a symbolic link');
    }
  });
});

describe('two exports into one folder', () => {
  test('are rejected while another process locks the folder, by any path, and allowed afterwards', async () => {
    const { workspaceId } = await newWorkspace();
    const [to, link] = [newTarget(), newTarget()];
    mkdirSync(to);
    symlinkSync(to, link);
    const lock = await lockFolder(to, (about) => new Error(about));
    lock.publish(String(process.pid));
    const refused = await run(PROGRAM, ...argumentsFor(workspaceId, link));
    await lock.release();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(`^Process ${process.pid} is exporting into`),
    ]);
    expect(readdirSync(to)).toEqual([]);
    expect(await exportOne({ workspace: workspaceId, to: link, format: 'jsonl', data })).toHaveProperty('finishedAt');
  });

  test('one after the other: the second is rejected, unless CSV files are missing', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id } = await newEndpoint(key, { emailNotifications: false });
    const to = newTarget();
    const exported = (format: string) => exportOne({ workspace: workspaceId, to, format, data });
    await exported('jsonl');
    await newSubmission(id, { product: 'Later' });
    await expect(exported('jsonl')).rejects.toThrow(/was finished at .+ UTC: nothing was exported\. Choose another/);
    const told = jest.spyOn(console, 'error').mockReturnValue();
    expect(await exported('csv')).toMatchObject({ submissions: 0 });
    expect(told).toHaveBeenCalledWith(expect.stringMatching(/: only its CSV files are written\.$/));
    rmSync(join(to, 'submissions', `${id}.csv`));
    expect(await exported('csv')).toMatchObject({ submissions: 0 });
    told.mockRestore();
    await expect(exported('csv')).rejects.toThrow('nothing was exported');
  });
});

describe('an export larger than memory', () => {
  test('uses no more memory', async () => {
    const { workspaceId, key } = await newWorkspace();
    const { id } = await newEndpoint(key, { emailNotifications: false });
    const [count, text] = [700, 'x'.repeat(45_000)];
    await putSubmissions(outputs(), id, count, () => JSON.stringify({ text }));
    const to = newTarget();
    const args = argumentsFor(workspaceId, to, '--format', 'csv');
    // Young objects take their share of the heap: in a small one they would be collected constantly.
    const { ended } = launchNode(['--max-old-space-size=28', '--max-semi-space-size=1'], PROGRAM, ...args);
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('heap')]);
    expect(statSync(join(to, 'submissions', `${id}.csv`)).size).toBeGreaterThan(count * text.length);
  }, 120_000);
});

describe('reports a problem', () => {
  const RECORD_OF_OTHER = { workspaceId: 'ws_other', startedAt: '2026-01-02 03:04:05.000000' };
  let workspaceId: string;
  beforeAll(async () => {
    ({ workspaceId } = await newWorkspace());
  });

  const withFile = (name: string, text: string) => {
    const to = newTarget();
    mkdirSync(to);
    writeFileSync(join(to, name), text);
    return to;
  };

  testWrongCalls(PROGRAM, [
    ['without a folder', () => ['export', '--workspace', workspaceId], 'Usage: npm run workspace'],
    ['without a workspace', () => ['export', '--to', newTarget()], 'Usage: npm run workspace'],
    [
      'with another format',
      () => argumentsFor(workspaceId, newTarget(), '--format', 'xml'),
      'Allowed choices are jsonl, csv.',
    ],
    ['with an option of another command', () => argumentsFor(workspaceId, newTarget(), '--name', 'Acme'), /--name/],
    ['for an unknown workspace', () => argumentsFor('ws_none', newTarget()), 'There is no workspace "ws_none".'],
    [
      'when the folder holds something else',
      () => argumentsFor(workspaceId, withFile('thesis.txt', '')),
      'is not empty',
    ],
    [
      'into a file',
      () => argumentsFor(workspaceId, 'package.json'),
      /^package\.json cannot be used as a folder \(EEXIST: [^)]+\)\. Choose another with --to\.\n$/,
    ],
    [
      'when the folder has no right record',
      () => argumentsFor(workspaceId, withFile('export.json', '{}')),
      'is not the record of an export',
    ],
    [
      'when the folder holds the export of another workspace',
      () => argumentsFor(workspaceId, withFile('export.json', JSON.stringify(RECORD_OF_OTHER))),
      'belongs to an export of ws_other:',
    ],
  ]);
});

describe('--help prints how it is used, with examples:', () => {
  const PROGRAMS = [
    'workspace/workspace',
    'keys/key',
    'notifications/notifications',
    'pageIndex/pageIndex',
    'smoke/smoke',
    'cost/cost',
  ];
  let ended: Ended[];
  beforeAll(async () => {
    ended = await runInOneProcess(...PROGRAMS.map((name): Call => [`infra/operator/${name}.ts`, '--help']));
  });

  test.each(PROGRAMS)('%s', (name) => {
    const { code, stdout, stderr } = ended[PROGRAMS.indexOf(name)] as Ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, call] = /^Usage: (npm run \w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`\nExamples:\n  ${call}`);
  });
});
