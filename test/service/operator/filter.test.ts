import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { run } from '../../support/commands.ts';
import { messageOf } from '../../support/filterMessages.ts';
import { inOrder } from '../../support/inOrder.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { newSubmission, outputs } from '../../support/service.ts';
import { submissionPath } from '../../support/submissions.ts';

const TIMEOUT_MS = 120_000;

const data = newDataFolder();
writeFileSync(join(data, 'outputs.json'), JSON.stringify(outputs()));
afterAll(() => removeFolder(data));

const owner = ownEndpoint();
beforeAll(async () => {
  for (const [number, kind] of (['spam', 'spam', 'ham'] as const).entries()) {
    const id = await newSubmission(owner.endpointId, messageOf(kind, number));
    await owner.send('PUT', submissionPath(owner.endpointId, id), { json: { isSpam: kind === 'spam' } });
  }
});

const filter = (command: string, endpoint = owner.endpointId) =>
  run('infra/operator/filter/filter.ts', command, '--endpoint', endpoint, '--data', data);

async function printed(command: string): Promise<unknown> {
  const { code, stdout, stderr } = await filter(command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

const NOTHING = { spam: 0, ham: 0 };
const OUTCOMES = { truePositives: 0, falsePositives: 0, trueNegatives: 0, falseNegatives: 0 };

describe('npm run filter', () => {
  const step = inOrder();

  step(
    'learn: refuses while the filter is off, and for an endpoint that does not exist',
    async () => {
      const refusals = await Promise.all([filter('learn'), filter('learn', 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV')]);
      expect(refusals.map(({ code, stdout }) => ({ code, stdout }))).toEqual([
        { code: 1, stdout: '' },
        { code: 1, stdout: '' },
      ]);
      expect(refusals.map(({ stderr }) => stderr.trim())).toEqual([
        'The filter is off: set spamFilter to "learn" first.',
        'There is no endpoint "enp_01ARZ3NDEKTSV4RRFFQ69G5FAV".',
      ]);
    },
    TIMEOUT_MS,
  );

  step(
    'learn: learns marks from before the filter was switched on, once',
    async () => {
      await owner.send('PUT', `/v1/endpoint/${owner.endpointId}`, { json: { spamFilter: 'learn' } });
      expect(await printed('learn')).toEqual({ endpointId: owner.endpointId, learned: 3 });
      expect(await printed('learn')).toEqual({ endpointId: owner.endpointId, learned: 0 });
    },
    TIMEOUT_MS,
  );

  step(
    'show: prints what it learned, and how often it was right',
    async () => {
      expect(await printed('show')).toEqual({
        endpointId: owner.endpointId,
        isLearning: true,
        marks: { spam: 2, ham: 1 },
        stateBytes: expect.any(Number),
        judgedAndMarked: 0,
        right: 0,
        ...OUTCOMES,
      });
    },
    TIMEOUT_MS,
  );

  step(
    'reset: discards everything, which can be learned again',
    async () => {
      expect(await printed('reset')).toEqual({ endpointId: owner.endpointId, discarded: { spam: 2, ham: 1 } });
      expect(await printed('show')).toMatchObject({ marks: NOTHING, stateBytes: 0 });
      expect(await printed('learn')).toEqual({ endpointId: owner.endpointId, learned: 3 });
    },
    TIMEOUT_MS,
  );
});
