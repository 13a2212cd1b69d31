import { linesWith } from '../../support/samples/plantedTexts.ts';
import { Random } from '../../support/simulator/random.ts';
import { Scheduler } from '../../support/simulator/scheduler.ts';
import type { Counts } from './counts.ts';
import { type DirectService, SENDER_IP } from './directService.ts';
import type { ModelStage } from './modelProperty.ts';
import type { Stage } from './requestsProperty.ts';
import { TableChanges } from './tableChanges.ts';
import { type FuzzWorld, newFuzzWorld } from './world.ts';

const WORKSPACES = 2;

export async function directStage(service: DirectService, counts: Counts): Promise<Stage> {
  service.items.clear();
  const world = await newFuzzWorld(service.table, WORKSPACES);
  const prepared = [...service.items.state()];
  let changes = new TableChanges(service.items);
  return {
    service,
    counts,
    newWorld: async () => {
      service.items.clear();
      service.items.change(prepared);
      changes = new TableChanges(service.items);
      return world;
    },
    inspect: (_, request, answer) => [...changes.check(world, request, answer), ...checkLog(world, service.takeLog())],
  };
}

/** Log lines with a secret, a stored text, a text from a request or its sender's address. */
export function checkLog({ workspaces }: FuzzWorld, lines: unknown[]): string[] {
  const secrets = workspaces.flatMap((workspace) => [...workspace.secrets, workspace.marks[0] ?? '']);
  const log = lines.map((line) => JSON.stringify(line)).join('\n');
  return linesWith(log, [...secrets, SENDER_IP]).map((line) => `it logged ${line}`);
}

/** Sequences on the handlers in this process, whose table calls the seed interleaves. */
export function directModelStage(service: DirectService, counts: Counts): ModelStage {
  return {
    service,
    counts,
    table: service.table,
    reset: () => {
      service.items.clear();
      service.takeLog();
    },
    together: (calls, seed) =>
      calls.length > 1 ? interleaved(service, calls, seed) : Promise.all(calls.map((call) => call())),
    later: async (ms, run) => {
      const { now } = Date;
      Date.now = () => now() + ms;
      await run().finally(() => {
        Date.now = now;
      });
    },
  };
}

async function interleaved<T>(service: DirectService, calls: (() => Promise<T>)[], seed: number): Promise<T[]> {
  const scheduler = new Scheduler(new Random(seed));
  service.point = (kind) => scheduler.call(scheduler.newTask('call'), kind);
  let open = true;
  const all = Promise.all(calls.map((call) => call())).finally(() => {
    open = false;
  });
  // Handled by the caller, who awaits the result below.
  all.catch(() => undefined);
  while (open) await scheduler.run();
  service.point = async () => undefined;
  return all;
}
