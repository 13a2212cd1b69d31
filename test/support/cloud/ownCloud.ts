import { afterAll, beforeAll } from '@jest/globals';
import { type CloudProcess, newDataFolder, removeFolder, startCloud } from './cloudProcess.ts';
import { outputs, type RequestOptions, send, type TextResponse } from './service.ts';

const START_TIMEOUT_MS = 180_000;

/**
 * Provides a local cloud for one test file: for settings of its own, costs, and faults. In that file `outputs`, and so
 * every helper of service.ts, uses it instead of the shared one. Its folder is known at once, the rest in `beforeAll`.
 */
export function ownCloud(...options: string[]): CloudProcess {
  const cloud = { data: newDataFolder() } as CloudProcess;
  beforeAll(async () => {
    Object.assign(cloud, await startCloud(cloud.data, ...options));
    process.env.FORMS_TEST_OUTPUTS = JSON.stringify(cloud.outputs);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await cloud.end?.('SIGTERM');
    removeFolder(cloud.data);
  });
  return cloud;
}

/** Sends a request with the key of the demo workspace. */
export const call = (method: string, path: string, options: RequestOptions = {}): Promise<TextResponse> =>
  send(method, path, { ...(!path.startsWith('/v1/f/') && { key: outputs().apiKey }), ...options });

export const resetUsage = (): Promise<Response> => fetch(outputs().usageUrl, { method: 'DELETE' });
