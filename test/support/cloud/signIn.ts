import { expect } from '@jest/globals';
import { awaitMailsTo, send } from './service.ts';

/** Asks for a code; returns its handle. */
export async function requestCode(address: string): Promise<string> {
  const { status, json } = await send('POST', '/v1/session/code', { json: { address } });
  expect([status, json]).toEqual([200, { handle: expect.stringMatching(/^[\w-]{43}$/) }]);
  return json.handle;
}

/** The eight digits in a person's first mail. */
export async function codeOf(address: string): Promise<string> {
  const [mail] = await awaitMailsTo(address);
  const [, first, second] = /^\s*(\d{4}) (\d{4})$/m.exec(mail?.body.text ?? '') ?? [];
  return `${first}${second}`;
}
