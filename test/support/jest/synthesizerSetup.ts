import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Lets a run's test files share one process that synthesizes stacks. Their first request starts it. */
export default async function startSynthesizer(): Promise<void> {
  if (process.env.FORMS_TEST_SYNTHESIZER) return;
  let child: ChildProcess | undefined;
  const server = createServer({ pauseOnConnect: true }, (connection) => {
    child ??= startProcess().once('exit', () => {
      child = undefined;
    });
    child.send('connection', connection);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.FORMS_TEST_SYNTHESIZER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stopSynthesizer = async () => {
    delete process.env.FORMS_TEST_SYNTHESIZER;
    server.close();
    child?.disconnect();
    if (child) await once(child, 'exit');
  };
  Object.assign(globalThis, { stopSynthesizer });
}

/**
 * From source: in watch mode, Jest would keep the bundle of its first run. It ends when its channel to Jest closes, even
 * by a crash.
 */
const startProcess = (): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'test/support/jest/synthesizer.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
