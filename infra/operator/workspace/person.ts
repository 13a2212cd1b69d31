import { setTimeout as sleep } from 'node:timers/promises';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { UsageError } from '../../tools/program.ts';
import { addressOf } from '../erase/person/addresses.ts';
import { eraseAgain, erasePerson, type PersonStep, previewPerson } from '../erase/person/erasePerson.ts';
import { REMAINS_ELSEWHERE } from '../erase/remainsElsewhere.ts';
import { openService } from '../openService.ts';
import { stepProgress } from '../progress.ts';
import type { Target } from '../target.ts';

interface PersonOptions extends Target {
  workspaceId: string;
  person: string;
  mentions: boolean;
  confirm?: string | undefined;
  settleMs: number;
}

/** Counts what an address sent to a workspace, or erases it once the address is confirmed. Prints no address. */
export async function eraseOne({ workspaceId, person, mentions, confirm, settleMs, ...target }: PersonOptions) {
  const address = addressOf(person);
  if (address === undefined) throw new UsageError('--person is not an email address.');
  if (confirm !== undefined && addressOf(confirm) !== address)
    throw new UsageError('This cannot be undone: pass the same address in --confirm.');
  const { table, fileVersions } = await openService(target);
  if (!(await new Workspaces(table).exists(workspaceId)))
    throw new UsageError(`There is no workspace "${workspaceId}".`);
  const onStep = teller(settleMs);
  if (confirm === undefined) {
    const preview = await previewPerson(table, { workspaceId, address, mentions, onStep });
    console.error('Nothing was erased. To erase it, add --confirm with the same address.');
    return { workspaceId, ...preview };
  }
  const options = { workspaceId, address, mentions, settle: () => sleep(settleMs), onStep };
  const { key: _, ...erasure } = await erasePerson({ table, fileVersions: await fileVersions() }, options);
  return { workspaceId, ...erasure, remainsElsewhere: REMAINS_ELSEWHERE };
}

/** Repeats all recorded erasures of people, on the service's table or on a restored one. */
export async function eraseRestored({ to, ...target }: Target & { to?: string | undefined }) {
  const { table, otherTable, fileVersions } = await openService(target);
  const other = to === undefined ? table : otherTable(to);
  return eraseAgain({ table, fileVersions: await fileVersions() }, other, teller(0)).catch(noSuchTable(String(to)));
}

const teller = (settleMs: number) =>
  stepProgress<PersonStep>(({ doing, read, erased }) =>
    doing === 'waiting'
      ? `waiting: up to ${settleMs / 1_000} s for running requests`
      : `${doing}: ${read} read, ${erased} erased`,
  );

/** Explains the error for a table that an option names. */
export const noSuchTable = (name: string) => (error: Error) => {
  if (error.name !== 'ResourceNotFoundException') throw error;
  throw new UsageError(`There is no table "${name}", or it is not ready yet.`, { cause: error });
};
