import { expect, test } from '@jest/globals';
import { endpointsOf, webhooksOf } from '../../../infra/operator/export/contents.ts';
import type { EndpointUpdate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { WebhookUpdate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { Instances, SimulatedCloud } from '../../deep/faults/simulatedCloud.ts';
import type { Json } from '../../support/json.ts';
import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { Clock } from '../../support/simulator/clock.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';

/** A value of each field that callers can set: a new field is missing here until it has one. */
const ENDPOINT: Required<EndpointUpdate> = {
  slug: 'contact',
  name: 'Contact',
  isEnabled: false,
  emailNotifications: false,
  redirectUrl: 'https://example.com/thanks',
  targetEmails: ['ada@example.com'],
  icon: 'mail',
  color: 'teal',
  honeypotField: 'website',
  allowedOrigins: ['https://example.com'],
  captcha: { provider: 'turnstile', siteKey: 'site', secret: 'secret' },
  blockedTerms: ['casino'],
  spamFilter: 'learn',
  files: { maxCount: 2, maxBytes: 1_000, types: ['image/png'] },
  fields: [{ name: 'email', type: 'email', required: true }],
  unknownFields: 'drop',
  confirmation: {
    subject: 'Thank you',
    text: 'We got it.',
    emailField: 'email',
    replyTo: 'ada@example.com',
    verify: true,
  },
  duplicates: 'merge',
  keepDays: 3_650,
  keepSpamDays: 3_650,
  closesAt: '2030-01-01 00:00:00.000000',
  isArchived: true,
  closedText: 'Closed.\nSorry.',
  maxSubmissions: 100,
  thankYouText: 'Thank you!\nGoodbye.',
  keep: 'untilDelivered',
};
const WEBHOOK: Required<Omit<WebhookUpdate, 'rotateSecret'>> = {
  url: 'https://hooks.example.com/',
  events: ['submission.deleted'],
  includeSpam: true,
  isEnabled: false,
  format: 'template',
  template: '{"text":"{{fields}}"}',
  headers: { 'X-Token': 'secret' },
};

const output = new CapturedOutput();
const surroundings = { clock: new Clock(Date.now()), output, instances: new Instances() };

/** Runs the operations with the rights of their functions in AWS. */
async function withCloud(use: (cloud: SimulatedCloud, call: Call) => Promise<void>): Promise<void> {
  const stopCapturing = output.install();
  try {
    const cloud = new SimulatedCloud(surroundings, '', new FaultPlan());
    await cloud.open();
    await use(cloud, async (name, params, json) => (await cloud.read(name, { params, json })).json);
  } finally {
    stopCapturing();
  }
}
type Call = (name: string, params: Record<string, string>, json?: object) => Promise<Json>;

async function firstOf(pages: AsyncGenerator<Json[]>): Promise<Json> {
  for await (const [first] of pages) if (first) return first;
}

test('every field of an endpoint is created, updated, kept when its slug moves, returned and exported', () =>
  withCloud(async ({ services, workspaceId }, call) => {
    const { secret: _, ...captcha } = ENDPOINT.captcha ?? {};
    const shown = { ...ENDPOINT, captcha };
    const created = await call('createEndpoint', {}, ENDPOINT);
    expect(created).toMatchObject(shown);
    const plain = await call('createEndpoint', {}, { slug: 'plain', targetEmails: [] });
    const { slug, ...changes } = ENDPOINT;
    expect(await call('updateEndpoint', { id: plain.id }, changes)).toMatchObject({ ...shown, slug: 'plain' });
    const moved = { ...shown, slug: 'moved' };
    const { id } = created;
    expect(await call('updateEndpoint', { id }, { slug: 'moved' })).toMatchObject(moved);
    expect(await call('retrieveEndpoint', { id })).toMatchObject(moved);
    expect((await call('listEndpoints', {})).endpoints[0]).toMatchObject(moved);
    expect(await firstOf(endpointsOf(services.table, workspaceId))).toMatchObject(moved);
  }));

test('every field of a webhook is created, updated, returned and exported', () =>
  withCloud(async ({ services, workspaceId }, call) => {
    const { headers, ...fields } = WEBHOOK;
    const shown = { ...fields, headerNames: Object.keys(headers ?? {}) };
    const { id: endpointId } = await call('createEndpoint', {}, { slug: 'contact', targetEmails: [] });
    const { id } = await call('createWebhook', {}, { endpointId, url: 'https://hooks.example.com/plain' });
    expect(await call('updateWebhook', { id }, WEBHOOK)).toMatchObject(shown);
    expect(await call('retrieveWebhook', { id })).toMatchObject(shown);
    expect((await call('listWebhooks', { endpointId })).webhooks[0]).toMatchObject(shown);
    expect(await firstOf(webhooksOf(services.table, workspaceId))).toMatchObject(shown);
    expect(await call('createWebhook', {}, { endpointId, ...WEBHOOK })).toMatchObject(shown);
  }));
