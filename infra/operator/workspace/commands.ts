import { realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isId } from '../../../shared/contract/ids.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { addEntryOfCommand } from '../../../shared/storage/audit/addEntry.ts';
import {
  changeDefaults as changeWorkspaceDefaults,
  type DefaultsChanges,
} from '../../../shared/storage/endpoints/endpointDefaults.ts';
import { forEachId } from '../../../shared/storage/table/bulk.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { readWebhooks, Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { lockFolder } from '../../tools/folderLock.ts';
import { makeFolder } from '../../tools/makeFolder.ts';
import { print, UsageError } from '../../tools/program.ts';
import { type ErasureStep, eraseWorkspace } from '../erase/eraseWorkspace.ts';
import { addressOf } from '../erase/person/addresses.ts';
import { eraseAgain, erasePerson, previewPerson } from '../erase/person/erasePerson.ts';
import { REMAINS_ELSEWHERE } from '../erase/remainsElsewhere.ts';
import { endpointsOf } from '../export/contents.ts';
import { hasCsvFiles, writeCsvFiles } from '../export/csv.ts';
import { openRecord } from '../export/exportRecord.ts';
import { exportWorkspace, type OnStep } from '../export/exportWorkspace.ts';
import { openService } from '../openService.ts';
import { Progress, stepProgress } from '../progress.ts';
import { type RestoreStep, restoreEndpoint } from '../restore/restoreEndpoint.ts';
import type { Target } from '../target.ts';
import { makeOwner } from './makeOwner.ts';

/** Creates a workspace, its first key and, with an address, its owner. */
export async function create({ name, owner, ...target }: Target & { name: string; owner?: string | undefined }) {
  const { table } = await openService(target);
  const created = await new Workspaces(table).create(name);
  if (owner === undefined) return created;
  return { ...created, ownerId: await makeOwner(table, created.workspaceId, owner) };
}

/** Makes somebody an owner of a workspace. */
export async function addOwner({ workspace, address, ...target }: Target & { workspace: string; address: string }) {
  const { table } = await openService(target);
  if (!(await new Workspaces(table).exists(workspace))) throw new UsageError(`There is no workspace "${workspace}".`);
  return { workspaceId: workspace, ownerId: await makeOwner(table, workspace, address) };
}

type DefaultsOptions = Target & { workspace: string } & {
  [Name in keyof DefaultsChanges]: NonNullable<DefaultsChanges[Name]> | 'none';
};

/** Changes a workspace's settings for new endpoints. @returns all of them */
export async function changeDefaults({ workspace: id, stack, data, ...given }: DefaultsOptions) {
  const { table } = await openService({ stack, data });
  // An option's parser cannot return `null`.
  const changes: DefaultsChanges = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === 'none' ? null : value]),
  );
  const endpointDefaults = await changeWorkspaceDefaults(table, id, changes);
  if (!endpointDefaults) throw new UsageError(`There is no workspace "${id}".`);
  if (Object.keys(changes).length > 0) await addEntryOfCommand(table, id, 'changeDefaults', id);
  return { workspaceId: id, endpointDefaults };
}

/** Gives each webhook of a workspace a new secret, which is printed once it is stored. */
export async function rotate({ workspace, ...target }: Target & { workspace: string }) {
  const { table } = await openService(target);
  if (!(await new Workspaces(table).exists(workspace))) throw new UsageError(`There is no workspace "${workspace}".`);
  for await (const rotated of rotateSecrets(table, workspace)) print(rotated);
}

/** Gives webhooks new secrets, except those that are deleted meanwhile. Yields each secret once it is stored. */
export async function* rotateSecrets(table: Table, workspaceId: string) {
  for await (const endpoints of endpointsOf(table, workspaceId)) {
    for (const { id } of endpoints) {
      for (const webhook of await readWebhooks(table, String(id))) {
        const secret = newWebhookSecret();
        const store = () => new Webhooks(table).update(webhook, {}, secret);
        const [result] = await forEachId([webhook.id], 'rotated', store);
        if (result?.status !== 'rotated') continue;
        yield { webhookId: webhook.id, endpointId: webhook.endpointId, secret };
        await addEntryOfCommand(table, workspaceId, 'rotateWebhookSecret', webhook.id);
      }
    }
  }
}

interface ExportOptions extends Target {
  workspace: string;
  to: string;
  format: string;
}

/** Writes all data of a workspace to files, or adds CSV files to a finished export. */
export async function exportOne({ workspace: id, to: folder, format, ...target }: ExportOptions) {
  const { table, fileBucket } = await openService(target);
  const workspace = await new Workspaces(table).find(id);
  if (!workspace) throw new UsageError(`There is no workspace "${id}".`);
  let done = '';
  const progress = new Progress(() => done);
  const tell = (what: string) => {
    done = what;
    progress.tick();
  };
  makeFolder(folder, '--to');
  // The folder itself may be a symbolic link; one within it ends the export.
  const realFolder = realpathSync(folder);
  const lock = await lockFolder(realFolder, (pid) => new UsageError(`Process ${pid} is exporting into ${folder}.`));
  lock.publish(String(process.pid));
  try {
    await refuseFinished(realFolder, id, format);
    await addEntryOfCommand(table, id, 'exportWorkspace', id);
    const onStep: OnStep = ({ submissions, files }) => tell(`${submissions} submissions, ${files.written} files`);
    const record = await exportWorkspace({ table, fileBucket }, workspace, realFolder, onStep);
    const { startedAt, finishedAt, lists, submissions, files } = record;
    if (lists.webhooks > 0) warnOfAddresses();
    if (format === 'csv') await writeCsvFiles(realFolder, (rows) => tell(`${rows} rows of CSV`));
    return { workspaceId: id, folder, startedAt, finishedAt, ...lists, submissions, files };
  } finally {
    await lock.release();
  }
}

/** @throws UsageError when nothing is left to write: somebody expects a new export */
async function refuseFinished(folder: string, workspaceId: string, format: string): Promise<void> {
  const { finishedAt } = await openRecord(folder, workspaceId);
  if (finishedAt === undefined) return;
  const found = `${folder} has an export that was finished at ${finishedAt} UTC`;
  if (format !== 'csv' || (await hasCsvFiles(folder)))
    throw new UsageError(`${found}: nothing was exported. Choose another folder, or delete this one first.`);
  console.error(`${found}: only its CSV files are written.`);
}

function warnOfAddresses(): void {
  console.error(
    'Keep the export secret: it contains the full URLs of webhooks, and with that of a Slack, Discord or Telegram ' +
      'webhook, anyone can post there.',
  );
}

interface EraseOptions extends Target {
  workspace: string;
  person?: string | undefined;
  mentions?: boolean | undefined;
  confirm?: string | undefined;
  settle: string;
}

/** Erases a workspace, or what one person sent to it. */
export async function erase({ workspace: id, person, mentions = false, confirm, settle, ...target }: EraseOptions) {
  if (!isId('workspace', id)) throw new UsageError(`"${id}" is not the id of a workspace.`);
  const settleMs = settleMsOf(settle);
  if (person !== undefined) return eraseOne({ ...target, workspaceId: id, person, mentions, confirm, settleMs });
  if (mentions) throw new UsageError('--mentions needs --person.');
  if (confirm !== id) throw new UsageError(`This cannot be undone: pass --confirm ${id} to erase the workspace.`);
  const { table, fileVersions } = await openService(target);
  const options = { settleMs, onStep: erasureProgress(settleMs) };
  const outcome = await eraseWorkspace({ table, fileVersions: await fileVersions() }, id, options);
  if (!outcome.wasThere)
    console.error(`There is no workspace "${id}": only orphans of deleted endpoints were removed.`);
  return { workspaceId: id, ...outcome, remainsElsewhere: REMAINS_ELSEWHERE };
}

const erasureProgress = (settleMs: number) =>
  stepProgress<ErasureStep>(({ doing, seen, deletions, files }) => {
    if (doing === 'waiting') return `waiting: up to ${settleMs / 1_000} s for running requests`;
    const scanned = seen > 0 ? `${seen} items read, ` : '';
    return `${doing}: ${scanned}${deletions} deletions, ${files} files`;
  });

interface PersonOptions extends Target {
  workspaceId: string;
  person: string;
  mentions: boolean;
  confirm: string | undefined;
  settleMs: number;
}

/** Counts what an address sent to a workspace, or erases it once the address is confirmed. Prints no address. */
async function eraseOne({ workspaceId, person, mentions, confirm, settleMs, ...target }: PersonOptions) {
  const address = addressOf(person);
  if (address === undefined) throw new UsageError('--person is not an email address.');
  if (confirm !== undefined && addressOf(confirm) !== address)
    throw new UsageError('This cannot be undone: pass the same address in --confirm.');
  const { table, fileVersions } = await openService(target);
  if (!(await new Workspaces(table).exists(workspaceId)))
    throw new UsageError(`There is no workspace "${workspaceId}".`);
  const options = { workspaceId, address, mentions, onStep: erasureProgress(settleMs) };
  if (confirm === undefined) {
    const preview = await previewPerson(table, options);
    console.error('Nothing was erased. To erase it, add --confirm with the same address.');
    return { workspaceId, ...preview };
  }
  await addEntryOfCommand(table, workspaceId, 'erasePerson', workspaceId);
  const settle = () => sleep(settleMs);
  const { key: _, ...erasure } = await erasePerson(
    { table, fileVersions: await fileVersions() },
    { ...options, settle },
  );
  return { workspaceId, ...erasure, remainsElsewhere: REMAINS_ELSEWHERE };
}

/** Repeats all recorded erasures of people, on the service's table or on a restored one. */
export async function eraseRestored({ to, ...target }: Target & { to?: string | undefined }) {
  const { table, otherTable, fileVersions } = await openService(target);
  const other = to === undefined ? table : otherTable(to);
  const erasureTarget = { table, fileVersions: await fileVersions() };
  return eraseAgain(erasureTarget, other, erasureProgress(0)).catch(noSuchTable(to));
}

interface RestoreOptions extends Target {
  endpoint: string;
  from: string;
  settle: string;
  dryRun?: true | undefined;
}

/** Brings a deleted endpoint back from a restored table. */
export async function restore({ endpoint: id, from, settle, dryRun, ...target }: RestoreOptions) {
  if (!isId('endpoint', id)) throw new UsageError(`"${id}" is not the id of an endpoint.`);
  const settleMs = settleMsOf(settle);
  const { otherTable, fileVersions, ...service } = await openService(target);
  const onStep = stepProgress<RestoreStep>(({ doing, items, written }) =>
    doing === 'waiting'
      ? `waiting: up to ${settle} s until no removal of the endpoint's items is under way`
      : `${doing}: ${items} items found, ${written} written`,
  );
  const options = { id, from, isDryRun: dryRun ?? false, settle: () => sleep(settleMs), onStep };
  const restoration = { ...service, other: otherTable(from), fileVersions: await fileVersions() };
  const restored = await restoreEndpoint(restoration, options).catch(noSuchTable(from));
  if (!dryRun) await addEntryOfCommand(service.table, restored.workspaceId, 'restoreEndpoint', id);
  return restored;
}

/** Explains the error for a table that an option names. */
const noSuchTable = (name: string | undefined) => (error: Error) => {
  if (error.name !== 'ResourceNotFoundException') throw error;
  throw new UsageError(`There is no table "${name}", or it is not ready yet.`, { cause: error });
};

function settleMsOf(settle: string): number {
  if (!/^\d{1,4}$/.test(settle)) throw new UsageError('--settle must be a number of seconds.');
  return Number(settle) * 1_000;
}
