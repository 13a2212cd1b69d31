import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { exportWorkspace } from '../../export/exportWorkspace.ts';
import { openService } from '../../openService.ts';
import { workspaceIdsOf } from '../../scannedIds.ts';
import type { Target } from '../../target.ts';

/** Exports each workspace of a service to its own folder. Resumes after an interruption. */
export async function exportAll(target: Target, folder: string): Promise<string[]> {
  const { table, fileBucket } = await openService(target);
  const ids: string[] = [];
  for await (const id of workspaceIdsOf(table)) {
    const workspace = await new Workspaces(table).find(id);
    if (!workspace) continue;
    const target = join(folder, id);
    mkdirSync(target, { recursive: true, mode: 0o700 });
    await exportWorkspace({ table, fileBucket }, workspace, target, () => undefined);
    ids.push(id);
  }
  return ids;
}
