import { expect, test } from '@jest/globals';
import { linesWith, plantedEmail } from '../../support/samples/plantedTexts.ts';
import {
  plantedMailEvents,
  plantedQueueEvents,
  plantedScanEvents,
  plantedSignInEvents,
  plantedStreamEvents,
  plantedTrainingEvents,
  plantedWebhookEvents,
} from './plantedEvents.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { newCloud, output } from './storedWorld.ts';

type Events = (endpointId: string, cloud: SimulatedCloud) => unknown[] | Promise<unknown[]>;

const EVENTS: [name: string, events: Events, outcomes: string[]][] = [
  ['notifySubmission', plantedStreamEvents, ['value']],
  ['indexSubmissions', plantedStreamEvents, ['value']],
  ['purgeEndpoint', plantedQueueEvents, ['value', 'error']],
  ['trainFilter', plantedTrainingEvents, ['value', 'error']],
  ['recordMailEvent', plantedMailEvents, ['value', 'error']],
  ['sendSignInMail', plantedSignInEvents, ['value', 'error']],
  ['recordScan', plantedScanEvents, ['value', 'error']],
  ['sendWebhook', plantedWebhookEvents, ['value', 'error']],
];

test.each(EVENTS)('%s logs no content of events, valid or malformed', async (name, events, expected) => {
  const { cloud, call } = newCloud(Date.now());
  await cloud.open();
  const { json } = await call('createEndpoint', {}, { slug: 'form', targetEmails: [plantedEmail()] });
  const outcomes = new Set<unknown>();
  for (const event of await events(json.id, cloud)) {
    const outcome = (await cloud.invoke(name, event)) as object;
    outcomes.add(Object.keys(outcome)[0]);
    // Lambda logs what a function throws.
    if ('error' in outcome) output.lines.push(String((outcome.error as Error).stack));
  }
  expect(outcomes).toEqual(new Set(expected));
  expect(output.lines.length).toBeGreaterThan(0);
  expect(linesWith(output.lines.join('\n'))).toEqual([]);
});
