import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tablePermissionsOf } from '../../../../infra/access/index.ts';
import { writeCsvFiles } from '../../../../infra/operator/export/csv.ts';
import { exportWorkspace } from '../../../../infra/operator/export/exportWorkspace.ts';
import { csvOf, EXPORT_FILES, submissionsFile } from '../../../../infra/operator/export/files.ts';
import { openApiDocument } from '../../../../shared/openapi/document.ts';
import { endpointKey } from '../../../../shared/storage/itemKeys.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { CsvFile } from '../../../../site/app/submissions/csv.ts';
import { exportedOf } from '../../../../site/app/submissions/exported.ts';
import { Instances, operationOf, SimulatedCloud } from '../../../deep/faults/simulatedCloud.ts';
import { parseCsv } from '../../../support/csv.ts';
import type { Json } from '../../../support/json.ts';
import { CapturedOutput } from '../../../support/simulator/capturedOutput.ts';
import { Clock } from '../../../support/simulator/clock.ts';
import { FaultPlan } from '../../../support/simulator/faultPlan.ts';

/**
 * Prints, for whereToPutWhat.test.ts, where fields show up that it has added to the declarations: `note` and `isPinned`
 * of endpoints, `caption` and `isQuiet` of webhooks, `sentFrom` and `campaign` of submissions.
 */

const output = new CapturedOutput();
const cloud = new SimulatedCloud(
  { clock: new Clock(Date.now()), output, instances: new Instances() },
  '',
  new FaultPlan(),
);
const call = async (name: string, params: Record<string, string>, json?: object): Promise<Json> =>
  (await cloud.read(name, { params, json })).json;
const ofEndpoint = ({ note, isPinned }: Json) => ({ note, isPinned });
const ofWebhook = ({ caption, isQuiet }: Json) => ({ caption, isQuiet });
const ofSubmission = ({ sentFrom, campaign }: Json) => ({ sentFrom, campaign });

const stopCapturing = output.install();
await cloud.open();
const VERIFIED = { subject: 'Thank you', text: 'We got it.', verify: true };
const form = { slug: 'contact', targetEmails: [], note: 'first', isPinned: true };
const created = await call('createEndpoint', {}, form);
const { id } = created;
const updated = await call('updateEndpoint', { id }, { note: 'second', isPinned: false });
const moved = await call('updateEndpoint', { id }, { slug: 'contact-us', note: 'third' });
const refused = await call('updateEndpoint', { id }, { note: '' });
const without = await call('createEndpoint', {}, { slug: 'without', targetEmails: [] });
const { items } = cloud.services;
const itemOf = (end: string) => [...items.state().values()].find(({ PK, SK }) => `${PK} ${SK}`.endsWith(end)) ?? {};
const { PK, SK } = endpointKey(without.id);
const { isPinned: _, ...stored } = itemOf(`${PK} ${SK}`);
items.change([[[...items.state()].find(([, item]) => item.PK === PK && item.SK === SK)?.[0] ?? '', stored]]);
const endpoint = {
  created: ofEndpoint(created),
  updated: ofEndpoint(updated),
  moved: ofEndpoint(moved),
  refused: refused.message,
  retrieved: ofEndpoint(await call('retrieveEndpoint', { id })),
  listed: ofEndpoint((await call('listEndpoints', {})).endpoints[0]),
  cleared: ofEndpoint(await call('updateEndpoint', { id: without.id }, { note: null })),
};

const posted = await call('createSubmission', { endpointId: id }, { message: 'Hello' });
await cloud.settle();
const ids = { endpointId: id, id: posted.id };
const flagged = await call('updateSubmission', ids, { isRead: true });
await call('updateEndpoint', { id: without.id }, { confirmation: VERIFIED });
const pending = await call('createSubmission', { endpointId: without.id }, { message: 'Hello' });
const confirm = { endpointId: without.id, id: pending.id };
await call('createSubmission', { endpointId: without.id }, { message: 'Pending' });
await call('confirmSubmission', confirm);
const [found] = (await call('searchSubmissions', ids)).submissions;
const submission = {
  created: ofSubmission(posted),
  updated: ofSubmission(flagged),
  retrieved: ofSubmission(await call('retrieveSubmission', ids)),
  listed: ofSubmission((await call('listSubmissions', ids)).submissions[0]),
  found: ofSubmission(found),
  confirmed: ofSubmission(await call('retrieveSubmission', confirm)),
  stored: ofSubmission(itemOf(posted.id)),
  storedConfirmed: ofSubmission(itemOf(` SUB#${pending.id}`)),
};

const target = { endpointId: id, url: 'https://hooks.example.com/' };
const hook = await call('createWebhook', {}, { ...target, caption: 'first' });
const webhook = {
  created: ofWebhook(hook),
  updated: ofWebhook(await call('updateWebhook', { id: hook.id }, { caption: 'second', isQuiet: true })),
  retrieved: ofWebhook(await call('retrieveWebhook', { id: hook.id })),
  listed: ofWebhook((await call('listWebhooks', { endpointId: id })).webhooks[0]),
  without: ofWebhook(await call('createWebhook', {}, { ...target, caption: null })),
};

const file = new CsvFile();
file.add([exportedOf(found)]);
const [row = {}] = parseCsv(await file.finish().text());

const folder = mkdtempSync(join(tmpdir(), 'export-'));
const table = cloud.services.table;
const workspace = await new Workspaces(table).find(cloud.workspaceId);
const fileBucket = { downloadUrl: () => Promise.reject(new Error('there are no files')) };
await exportWorkspace({ table, fileBucket }, workspace as never, folder, () => undefined);
await writeCsvFiles(folder, () => undefined);
const exported = (file: string, pick: (record: Json) => object) => {
  const [line = ''] = readFileSync(join(folder, file), 'utf8').split('\n');
  const [row = {}] = parseCsv(readFileSync(join(folder, csvOf(file)), 'utf8').replace(/^\uFEFF/, ''));
  return { json: pick(JSON.parse(line)), csv: pick(row) };
};
const exports = {
  endpoint: exported(EXPORT_FILES.endpoints, ofEndpoint),
  webhook: exported(EXPORT_FILES.webhooks, ofWebhook),
  submission: exported(submissionsFile(id), ofSubmission),
  pending: exported(EXPORT_FILES.pending, ofSubmission),
  dashboard: ofSubmission(row),
};
rmSync(folder, { recursive: true });

const { schemas = {} } = openApiDocument({ apiUrl: 'https://api.example' }).components as Json;
const documented = (name: string) =>
  Object.keys(schemas).filter((schema) => /^\w+ /.test(schemas[schema].properties?.[name]?.description ?? ''));

const allowed = (operation: string, action: string, partition: string, name: string) =>
  tablePermissionsOf(operationOf(operation)).some(({ actions, partitions, attributes = [name] }) =>
    [actions.includes(action as never), partitions.includes(partition as never), attributes.includes(name)].every(
      Boolean,
    ),
  );
const ACCESS: [operation: string, action: string, partition: string, names: string[]][] = [
  ['createEndpoint', 'PutItem', 'endpoint', ['note', 'isPinned']],
  ['updateEndpoint', 'UpdateItem', 'endpoint', ['note', 'isPinned']],
  ['createWebhook', 'PutItem', 'webhooks', ['caption', 'isQuiet']],
  ['createSubmission', 'Query', 'endpoint', ['note', 'isPinned']],
  ['createSubmission', 'PutItem', 'endpoint', ['sentFrom', 'campaign']],
  ['createSubmission', 'PutItem', 'pending', ['sentFrom', 'campaign']],
  ['confirmSubmission', 'PutItem', 'endpoint', ['sentFrom', 'campaign']],
  ['answerConfirmation', 'PutItem', 'endpoint', ['sentFrom', 'campaign']],
];
const denied = ACCESS.flatMap(([operation, action, partition, names]) =>
  names.filter((name) => !allowed(operation, action, partition, name)).map((name) => `${operation} ${action} ${name}`),
);

stopCapturing();
process.stdout.write(
  JSON.stringify({
    endpoint,
    webhook,
    submission,
    exports,
    denied,
    documented: Object.fromEntries(
      ['note', 'isPinned', 'caption', 'isQuiet', 'sentFrom'].map((name) => [name, documented(name)]),
    ),
  }),
);
