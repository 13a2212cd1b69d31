import { newDataFolder, removeFolder, startCloudFromSource } from './cloudProcess.ts';

/** Starts the local cloud that all tests share; `service.ts` finds it by the environment. */
export default async function globalSetup(): Promise<void> {
  // Many suites wait for mails at the same time: none is to wait for the pace of a small account.
  const cloud = await startCloudFromSource(newDataFolder(), '--ephemeral', '--context', 'mailsPerSecond=1000');
  process.env.FORMS_TEST_OUTPUTS = JSON.stringify(cloud.outputs);
  Object.assign(globalThis, { sharedCloud: cloud });
  // Ended by a signal, Jest runs no teardown.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void cloud.end('SIGTERM').then(() => {
        removeFolder(cloud.data);
        process.kill(process.pid, signal);
      });
    });
  }
}
