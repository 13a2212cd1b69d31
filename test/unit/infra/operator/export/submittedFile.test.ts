import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { writeSubmittedFile } from '../../../../../infra/operator/export/submittedFile.ts';
import { close, listen } from '../../../../../local/http/ports.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { newDataFolder, removeFolder } from '../../../../support/cloud/cloudProcess.ts';

const CONTENT = Buffer.alloc(300_000, 'a file ');
const ids = { endpointId: newId('endpoint'), submissionId: newId('submission'), fileId: newId('file') };
const inFolder = join('files', ids.endpointId, ids.submissionId, ids.fileId);

let folder: string;
let requests: number;
let answer: RequestListener;
let base: string;
const server = createServer((request, response) => {
  requests++;
  answer(request, response);
});

beforeEach(async () => {
  folder = newDataFolder();
  requests = 0;
  answer = (_request, response) => void response.end(CONTENT);
  base = await listen(server, 0);
});
afterEach(async () => {
  await close(server);
  removeFolder(folder);
});

const write = (given = ids) =>
  writeSubmittedFile({ fileBucket: { downloadUrl: async (key) => `${base}/${key}` }, folder }, given);

const namesIn = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());

const expectWritten = () => {
  expect(namesIn()).toEqual([inFolder]);
  expect(readFileSync(join(folder, inFolder)).equals(CONTENT)).toBe(true);
};

describe('a file of a submission', () => {
  test('is written under its id, readable by its owner only, and not fetched again', async () => {
    expect(await write()).toBe(true);
    expectWritten();
    for (const name of ['files', inFolder]) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect([await write(), requests]).toEqual([true, 1]);
  });

  test('is streamed to the disk, and gets its name once complete', async () => {
    const unfinished = join(folder, `${inFolder}.new`);
    const half = CONTENT.length / 2;
    const isOnDisk = () => existsSync(unfinished) && statSync(unfinished).size >= half;
    answer = async (_request, response) => {
      response.write(CONTENT.subarray(0, half));
      while (!isOnDisk()) await sleep(1);
      expect(namesIn()).toEqual([`${inFolder}.new`]);
      response.end(CONTENT.subarray(half));
    };
    expect(await write()).toBe(true);
    expectWritten();
  });

  test.each<[string, RequestListener]>([
    [
      'the connection ends in the middle',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': CONTENT.length });
        response.write(CONTENT.subarray(0, 1_000), () => response.destroy());
      },
    ],
    ['S3 fails', (_request, response) => void response.writeHead(503).end('<Error>')],
  ])('is fetched once more when %s', async (_when, failure) => {
    answer = (request, response) => {
      if (requests === 1) failure(request, response);
      else response.end(CONTENT);
    };
    expect([await write(), requests]).toEqual([true, 2]);
    expectWritten();
  });

  test('ends the export after four failed downloads from S3', async () => {
    answer = (_request, response) => void response.writeHead(503).end('<Error>');
    await expect(write()).rejects.toThrow('S3 responded with 503');
    expect(requests).toBe(4);
  });

  test('counts as missing if S3 has none, and leaves nothing behind', async () => {
    answer = (_request, response) => void response.writeHead(404).end('<Error>');
    expect([await write(), requests, namesIn()]).toEqual([false, 1, []]);
  });

  test('ends the export at once without permission to read it', async () => {
    answer = (_request, response) => void response.writeHead(403).end('<Error>');
    await expect(write()).rejects.toThrow('S3 refused access to a file: 403');
    expect(requests).toBe(1);
  });

  test.each([
    { ...ids, fileId: '../../../outside' },
    { ...ids, submissionId: '..' },
    { ...ids, endpointId: 'enp_1' },
  ])('with ids that this service did not create counts as missing', async (others) => {
    expect([await write(others), requests, namesIn()]).toEqual([false, 0, []]);
  });

  test('replaces the remains of an interrupted export', async () => {
    mkdirSync(join(folder, inFolder, '..'), { recursive: true });
    writeFileSync(join(folder, `${inFolder}.new`), 'half of it');
    expect(await write()).toBe(true);
    expectWritten();
  });
});
