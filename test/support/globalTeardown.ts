import { type CloudProcess, removeFolder } from './cloudProcess.ts';
import stopProcesses from './processTeardown.ts';

export default async function globalTeardown(): Promise<void> {
  const { sharedCloud } = globalThis as unknown as { sharedCloud: CloudProcess };
  await stopProcesses();
  await sharedCloud.end('SIGTERM');
  removeFolder(sharedCloud.data);
}
