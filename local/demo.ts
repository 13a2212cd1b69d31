import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../infra/tools/parseJson.ts';
import { writeWhole } from '../infra/tools/writeWhole.ts';
import { EndpointCreate } from '../shared/contract/schemas/endpoints/endpoint.ts';
import { Endpoints } from '../shared/storage/endpoints/endpoints.ts';
import { Members } from '../shared/storage/members/members.ts';
import type { Table } from '../shared/storage/table/table.ts';
import { hashSecret, keyIdOf } from '../shared/storage/workspaces/keySecret.ts';
import { isUnexpired, Keys } from '../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../shared/storage/workspaces/workspaces.ts';
import { HOW_TO_GO_ON } from './process/dataFolder.ts';

const Demo = z.object({
  workspaceId: z.string(),
  apiKey: z.string(),
  endpointId: z.string(),
  /** Absent in demos from before there were members. */
  ownerAddress: z.string().optional(),
});
export type Demo = z.output<typeof Demo>;

/** Codes for signing in arrive in the local mailbox. */
export const OWNER_ADDRESS = 'owner@example.com';

/** Content of the file while the demo is being created. */
const BEGUN = '{}';

/**
 * The demo workspace of a data folder, created if the table does not have it. Kept apart from the outputs, which every
 * service started on the folder overwrites, even an ephemeral one.
 * @throws Error with advice if the file is missing, damaged or of another table, although the table has items
 */
export async function openDemo(folder: string, table: Table, hadItems: boolean): Promise<Demo> {
  const file = join(folder, 'demo.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const { data: kept } = Demo.safeParse(parseJson(text ?? ''));
  const hasWorkspace = kept !== undefined && (await new Workspaces(table).exists(kept.workspaceId));
  const missing = kept && hasWorkspace ? await missingOf(table, kept) : undefined;
  if (kept && hasWorkspace && missing === undefined) return kept;
  if (hadItems && !hasWorkspace && text !== BEGUN) {
    const isDamaged = `is ${text === undefined ? 'missing' : 'damaged'}, but the table has a workspace, whose API key that file holds`;
    const isOther = `names the workspace ${kept?.workspaceId}, which the table lacks. If it was erased, ${BEGUN} in that file makes a new demo`;
    throw new Error(`${file} ${kept ? isOther : isDamaged}. ${HOW_TO_GO_ON}`);
  }
  writeWhole(file, BEGUN);
  const demo = await createDemo(table);
  writeWhole(file, JSON.stringify(demo));
  if (missing) {
    const command = `npm run key -- create --workspace ${kept?.workspaceId} --name "Former demo" --expires never --data ${folder}`;
    console.error(`The ${missing} of the demo is gone, so this is another demo. A key to the former one: ${command}`);
  }
  return demo;
}

async function missingOf(table: Table, { apiKey, endpointId }: Demo): Promise<'API key' | 'form' | undefined> {
  const [key, endpoint] = await Promise.all([
    new Keys(table).find(keyIdOf(hashSecret(apiKey))),
    new Endpoints(table).find(endpointId),
  ]);
  if (key === undefined || !isUnexpired(key, new Date())) return 'API key';
  return endpoint === undefined ? 'form' : undefined;
}

async function createDemo(table: Table): Promise<Demo> {
  const { workspaceId, key } = await new Workspaces(table).create('Demo');
  const fields = EndpointCreate.parse({
    // Differs from the examples' slug, since they create an endpoint.
    slug: 'demo',
    name: 'Contact form',
    targetEmails: ['you@example.com'],
    icon: 'mail',
    color: 'teal',
  });
  const { id } = await new Endpoints(table).create(workspaceId, fields);
  await new Members(table).create(workspaceId, { address: OWNER_ADDRESS, role: 'owner' });
  return { workspaceId, apiKey: key, endpointId: id, ownerAddress: OWNER_ADDRESS };
}
