import type { Upload } from '../../../shared/contract/schemas/files/uploads.ts';
import { send, type TextResponse } from './service.ts';

export { EICAR, PDF, PNG } from '../samples/fileContents.ts';

/** Posts a form with files like a browser's script. */
export function postFiles(
  endpointId: string,
  files: readonly { field?: string; name: string; type?: string; content: Uint8Array<ArrayBuffer> | Buffer }[],
  fields: Record<string, string> = { message: 'With files' },
  headers: Record<string, string> = { Accept: 'application/json' },
): Promise<TextResponse> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const { field = 'file', name, type = '', content } of files) {
    body.append(field, new Blob([new Uint8Array(content)], { type }), name);
  }
  return send('POST', `/v1/f/${endpointId}`, { body, headers });
}

export const filePath = (endpointId: string, id: string, fileId: string): string =>
  `/v1/submission/${endpointId}/${id}/file/${fileId}`;

export const createUpload = (
  endpointId: string,
  json: { name: string; type?: string; bytes: number; field?: string; captcha?: string },
): Promise<TextResponse> => send('POST', `/v1/f/${endpointId}/uploads`, { json });

/**
 * Sends an upload's file.
 * @returns the status
 */
export const upload = async ({ url, headers }: Pick<Upload, 'url' | 'headers'>, content: Uint8Array): Promise<number> =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })).status;
