import { newDataFolder, removeFolder, startCloudFromSource, UNPACED } from './cloudProcess.ts';

/** Starts the local cloud that all tests share; `service.ts` finds it by the environment. */
export default async function globalSetup(): Promise<void> {
  // Many suites wait for mails concurrently.
  const cloud = await startCloudFromSource(newDataFolder(), '--ephemeral', ...UNPACED);
  process.env.FORMS_TEST_OUTPUTS = JSON.stringify(cloud.outputs);
  Object.assign(globalThis, { sharedCloud: cloud });
  // Jest runs no teardown when ended by a signal.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void cloud.end('SIGTERM').then(() => {
        removeFolder(cloud.data);
        process.kill(process.pid, signal);
      });
    });
  }
}
