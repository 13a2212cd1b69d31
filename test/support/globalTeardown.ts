import { type CloudProcess, removeFolder } from './cloudProcess.ts';

export default async function globalTeardown(): Promise<void> {
  const { sharedCloud } = globalThis as unknown as { sharedCloud: CloudProcess };
  await sharedCloud.end('SIGTERM');
  removeFolder(sharedCloud.data);
}
