import { describe, expect, jest, test } from '@jest/globals';
import { UNKNOWN_LOCATION } from '../../../shared/contract/choices.ts';
import { SUBMISSION_BYTES_MAX } from '../../../shared/contract/limits.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { createRepositories } from '../../../shared/http/repositories.ts';
import { ownWorkspace } from '../../support/ownWorkspace.ts';
import { sharedTable } from '../../support/service.ts';

// Megabytes pass through one local process, which takes long on a busy machine.
jest.setTimeout(120_000);

const owner = ownWorkspace();

/** Puts it into the table directly, since this tests reading; returns its id. */
async function stored(endpointId: string, data: Record<string, unknown>, fieldOrder?: string[]): Promise<string> {
  const { submissions } = createRepositories(sharedTable());
  return (await submissions.create(endpointId, { data, fieldOrder, location: UNKNOWN_LOCATION })).id;
}

/** A reproducible text that looks random, with nearly the maximum number of bytes within `{"text":""}`. */
function fill(characterOf: (random: number) => string): string {
  let text = '';
  for (let state = 1, bytes = 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const character = characterOf(state >>> 8);
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > SUBMISSION_BYTES_MAX - 20) return text;
    text += character;
  }
}

const printable = (random: number) => String.fromCharCode(0x20 + (random % 95));

describe('GET /v1/submissions/{endpointId} with large submissions', () => {
  // A function's response is JSON, where each quote and backslash of the body takes another byte: these 5 MB become 10
  // MB and 6.8 MB, and the limit is 6 MB.
  test.each<[string, (random: number) => string]>([
    ['quotes and backslashes', (random) => (random % 2 ? '"' : '\\')],
    ['random characters, a fifth of them quotes', (random) => (random % 5 ? printable(random >> 3) : '"')],
  ])('200 returns a page of 100 submissions of nearly 50,000 bytes of %s', async (_what, characterOf) => {
    const { id } = await owner.newEndpoint();
    const data = { text: fill(characterOf) };
    expect(Buffer.byteLength(JSON.stringify(data))).toBeGreaterThan(SUBMISSION_BYTES_MAX - 25);
    for (let i = 0; i < 100; i += 5) await Promise.all(Array.from({ length: 5 }, () => stored(id, data)));
    const { status, json } = await owner.send('GET', `/v1/submissions/${id}?limit=100`);
    expect(status).toBe(200);
    const listed: string[] = json.submissions.map((submission: SubmissionWithData) => submission.data.text);
    expect(listed).toHaveLength(100);
    expect(listed.filter((text) => text !== data.text)).toEqual([]);
  });

  test('200 returns a page of 100 submissions whose names have nearly 50,000 bytes, with their fieldOrder', async () => {
    const { id } = await owner.newEndpoint();
    const name = fill(printable).slice(0, -20);
    const data = { [name]: '', 1: '' };
    for (let i = 0; i < 100; i += 5) await Promise.all(Array.from({ length: 5 }, () => stored(id, data, [name, '1'])));
    const { status, json } = await owner.send('GET', `/v1/submissions/${id}?limit=100`);
    expect(status).toBe(200);
    expect(json.submissions).toHaveLength(100);
  });
});
