import { localTable } from '../../../infra/localService/localTable.ts';
import { buildIndex } from '../../../shared/pageIndex/buildIndex.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { type CloudProcess, startCloud, UNPACED } from '../../support/cloud/cloudProcess.ts';
import { newEndpointFields, newOwn, type Own } from '../../support/cloud/rightRequests.ts';
import { loadSubmissions } from './loadSubmissions.ts';
import { progress } from './progress.ts';

export interface Sizes {
  submissions: number[];
  endpoints: number[];
}

export interface FilledCloud {
  cloud: CloudProcess;
  /** By size: a workspace whose endpoint has this many submissions, and one with this many endpoints. */
  withSubmissions: Map<number, Own>;
  withEndpoints: Map<number, Own>;
}

/**
 * Starts a local cloud with this data. Submissions are put into the stopped table's file, as in a table from before the
 * page index, which is then built.
 */
export async function startFilledCloud(data: string, sizes: Sizes): Promise<FilledCloud> {
  progress('a local cloud with workspaces of each size');
  const first = await startCloud(data);
  const withSubmissions = new Map<number, Own>();
  const withEndpoints = new Map<number, Own>();
  try {
    for (const size of sizes.submissions) withSubmissions.set(size, await newOwn(first.outputs));
    for (const size of sizes.endpoints) withEndpoints.set(size, await ownWithEndpoints(first, size));
  } finally {
    await first.end('SIGTERM');
  }
  for (const [size, { endpointId }] of withSubmissions) {
    progress(`${size} submissions of 1 kB`);
    loadSubmissions({ data, tableName: first.outputs.tableName }, endpointId, size - 1);
  }
  const cloud = await startCloud(data, ...UNPACED);
  for (const { endpointId } of withSubmissions.values()) await indexEndpoint(cloud, endpointId);
  return { cloud, withSubmissions, withEndpoints };
}

/** Creates a workspace with `size` endpoints. */
async function ownWithEndpoints({ outputs }: CloudProcess, size: number): Promise<Own> {
  const endpoints = new Endpoints(localTable(outputs));
  const own = await newOwn(outputs);
  const disabled = await endpoints.find(own.disabledEndpointId);
  if (disabled) await endpoints.delete(disabled);
  for (let count = 1; count < size - 1; count++) await endpoints.create(own.workspaceId, newEndpointFields());
  return own;
}

async function indexEndpoint({ outputs }: CloudProcess, endpointId: string): Promise<void> {
  await buildIndex(localTable(outputs), endpointId, { recount: false, onPart: () => undefined });
}
