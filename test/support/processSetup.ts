import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type SharedProcess, variableOf } from './sharedProcess.ts';

/** Lets a run's test files share one synthesizer of stacks and one browser. */
export default async function startProcesses(): Promise<void> {
  const shared: SharedProcess[] = ['synthesizer', 'browserServer'];
  if (shared.some((name) => process.env[variableOf(name)])) return;
  const stops = await Promise.all(shared.map(provide));
  Object.assign(globalThis, { stopProcesses: () => Promise.all(stops.map((stop) => stop())) });
}

/**
 * Listens for test files; the first request starts the process.
 * @returns a function that ends it
 */
async function provide(name: SharedProcess): Promise<() => Promise<void>> {
  let child: ChildProcess | undefined;
  const server = createServer({ pauseOnConnect: true }, (connection) => {
    child ??= start(name).once('exit', () => {
      child = undefined;
    });
    child.send('connection', connection);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[variableOf(name)] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[variableOf(name)];
    server.close();
    child?.disconnect();
    if (child) await once(child, 'exit');
  };
}

/**
 * From source: in watch mode, Jest would keep the bundle of its first run. It ends when its channel to Jest closes, even
 * by a crash.
 */
const start = (name: SharedProcess): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', `test/support/${name}.ts`], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
