import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import { outputs, send, type TextResponse } from './service.ts';

/** The headers of a form that Chrome posts natively. */
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
export const URL_ENCODED = 'application/x-www-form-urlencoded';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a multipart body as browsers write it; a file input is a part with a file name. */
export function part(name: string, value: string | number[], fileName?: string, type?: string): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const ofType = type ?? (fileName === undefined ? undefined : 'application/octet-stream');
  const typeLine = ofType === undefined ? '' : `\r\nContent-Type: ${ofType}`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${typeLine}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]);
}

/** A multipart body of these parts; without its end it is a broken connection's. */
export const multipart = (parts: Buffer[], end = `--${BOUNDARY}--\r\n`): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([...parts, Buffer.from(end)]));

export type FormBody = string | Uint8Array<ArrayBuffer>;

/** Posts a form like a browser, or with other headers; without a type there is no Content-Type. */
export function postForm(
  endpointId: string,
  body: FormBody,
  type: string | undefined = URL_ENCODED,
  headers: Record<string, string> = {},
): Promise<TextResponse> {
  const typeHeader: Record<string, string> = type === '' ? {} : { 'Content-Type': type };
  return send('POST', `/v1/f/${endpointId}`, {
    // Bytes, so that fetch adds no content type.
    body: new Uint8Array(Buffer.from(body as string)),
    headers: { Accept: BROWSER_ACCEPT, ...typeHeader, ...headers },
  });
}

export const sitePage = (path: string): string => outputs().siteUrl + path;

/** As a browser sends a form. @returns a page, not JSON */
export const postAsBrowser = (endpoint: string, body: string) =>
  sendExactly(`${outputs().apiUrl}/v1/f/${endpoint}`, {
    method: 'POST',
    headers: { Accept: BROWSER_ACCEPT, 'Content-Type': URL_ENCODED },
    body: Buffer.from(body),
  });
