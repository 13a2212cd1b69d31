import { newDataFolder, removeFolder, startCloudFromSource, UNPACED } from '../cloud/cloudProcess.ts';
import { bundlePrograms } from './programBundles.ts';
import startSynthesizer from './synthesizerSetup.ts';

/** Starts the local cloud that all tests share; `service.ts` finds it by the environment. */
export default async function globalSetup(): Promise<void> {
  await startSynthesizer();
  // Now, since both of Jest's workers would bundle them at once.
  bundlePrograms();
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
