import { type CloudProcess, removeFolder } from '../cloud/cloudProcess.ts';
import stopSynthesizer from './synthesizerTeardown.ts';

export default async function globalTeardown(): Promise<void> {
  const { sharedCloud } = globalThis as unknown as { sharedCloud: CloudProcess };
  await stopSynthesizer();
  await sharedCloud.end('SIGTERM');
  removeFolder(sharedCloud.data);
}
