import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { newDataFolder, removeFolder } from '../../support/cloud/cloudProcess.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { newSubmission, outputs } from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';
import { type Call, runInOneProcess } from '../../support/commands.ts';
import { inOrder } from '../../support/inOrder.ts';
import { messageOf } from '../../support/samples/filterMessages.ts';

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

const callOf = (command: string, endpoint = owner.endpointId): Call => [
  ...(['infra/operator/filter/filter.ts', command] as const),
  '--endpoint',
  endpoint,
  '--data',
  data,
];

async function printed(...commands: string[]): Promise<unknown[]> {
  const ended = await runInOneProcess(...commands.map((command) => callOf(command)));
  return ended.map(({ code, stdout, stderr }) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return JSON.parse(stdout);
  });
}

const NOTHING = { spam: 0, ham: 0 };
const OUTCOMES = { truePositives: 0, falsePositives: 0, trueNegatives: 0, falseNegatives: 0 };

describe('npm run filter', () => {
  const step = inOrder();

  step(
    'learn: refuses while the filter is off, and for an endpoint that does not exist',
    async () => {
      const refusals = await runInOneProcess(callOf('learn'), callOf('learn', 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV'));
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
    'learn: learns earlier marks once; show: prints the learned words and how often the filter was right',
    async () => {
      await owner.send('PUT', `/v1/endpoint/${owner.endpointId}`, { json: { spamFilter: 'learn' } });
      const { endpointId } = owner;
      expect(await printed('learn', 'learn', 'show')).toEqual([
        { endpointId, learned: 3 },
        { endpointId, learned: 0 },
        {
          endpointId,
          isLearning: true,
          marks: { spam: 2, ham: 1 },
          stateBytes: expect.any(Number),
          judgedAndMarked: 0,
          right: 0,
          ...OUTCOMES,
        },
      ]);
    },
    TIMEOUT_MS,
  );

  step(
    'reset: discards everything, which can be learned again',
    async () => {
      const { endpointId } = owner;
      expect(await printed('reset', 'show', 'learn')).toEqual([
        { endpointId, discarded: { spam: 2, ham: 1 } },
        expect.objectContaining({ marks: NOTHING, stateBytes: 0 }),
        { endpointId, learned: 3 },
      ]);
    },
    TIMEOUT_MS,
  );
});
