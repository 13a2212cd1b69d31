import type { Operation } from '../../../shared/contract/operations/index.ts';
import { TIME_PATTERN } from '../../../shared/contract/time.ts';
import { withHiddenPath } from '../../../shared/contract/webhookFormats.ts';
import type { Context, Model, ModelWebhook, Step } from './model.ts';
import { byId, expectError, expectPage, expectResponse, type Fields, notFound } from './modelResponses.ts';

const WEBHOOKS_MAX = 10;

function ownWebhook(model: Model, context: Context): ModelWebhook | undefined {
  const webhook = model.webhooks.find(({ id }) => id === context.call.id);
  return webhook && model.ownEndpoint(context, webhook.endpointId) ? webhook : undefined;
}

const createWebhook: Step = (model, context) => {
  const { call, outcome } = context;
  const endpoint = model.ownEndpoint(context, call.endpointId);
  if (!endpoint) return notFound(outcome);
  if (model.webhooks.filter(({ endpointId }) => endpointId === endpoint.id).length === WEBHOOKS_MAX)
    return expectError(outcome, 429, 'USAGE_EXCEEDED');
  const { id, createdAt } = outcome.json;
  if (!TIME_PATTERN.test(String(createdAt))) return `createdAt is ${createdAt}`;
  const defaults = { events: ['submission.created'], includeSpam: false, isEnabled: true };
  const webhook = { ...defaults, ...call.body, id: String(id), endpointId: endpoint.id, createdAt };
  setForm(webhook, call.body);
  model.webhooks.push(webhook);
  return expectResponse(outcome, 201, webhook);
};

/** A template sets its format, another format removes it, and only the names of headers are returned. */
function setForm(webhook: Fields, { format, template, headers }: Fields): void {
  if (typeof template === 'string' && format === undefined) webhook.format = 'template';
  if (template === null && format === undefined && webhook.format === 'template') webhook.format = null;
  if (webhook.format !== 'template') webhook.template = null;
  if (headers !== undefined) webhook.headerNames = headers && Object.keys(headers as object);
  delete webhook.headers;
  for (const name of ['format', 'template', 'headerNames']) if (webhook[name] == null) delete webhook[name];
}

/** Read-only keys see no paths of URLs, which are credentials. */
const shownTo = ({ key }: Context, { url, ...webhook }: ModelWebhook): ModelWebhook => ({
  ...webhook,
  url: key?.permission === 'read' ? withHiddenPath(String(url)) : url,
});

const retrieveWebhook: Step = (model, context) => {
  const webhook = ownWebhook(model, context);
  return webhook
    ? expectResponse({ ...context.outcome, json: asAsked(context.outcome.json) }, 200, shownTo(context, webhook))
    : notFound(context.outcome);
};

const updateWebhook: Step = (model, context) => {
  const { call, outcome } = context;
  const webhook = ownWebhook(model, context);
  if (!webhook) return notFound(outcome);
  const { rotateSecret, ...changes } = call.body;
  if (changes.url !== undefined && new URL(String(changes.url)).origin !== new URL(String(webhook.url)).origin)
    delete webhook.headerNames;
  Object.assign(webhook, changes);
  setForm(webhook, call.body);
  if (rotateSecret) {
    const { previousSecretUntil } = outcome.json;
    if (!TIME_PATTERN.test(String(previousSecretUntil))) return `previousSecretUntil is ${previousSecretUntil}`;
    webhook.previousSecretUntil = previousSecretUntil;
  }
  return expectResponse({ ...outcome, json: asAsked(outcome.json) }, 200, webhook);
};

const deleteWebhook: Step = (model, context) => {
  const webhook = ownWebhook(model, context);
  if (!webhook) return notFound(context.outcome);
  model.webhooks = model.webhooks.filter((other) => other !== webhook);
  return expectResponse(context.outcome, 200, {});
};

/** Fields that background deliveries set, not requests. */
const asAsked = ({ failingSince: _, disabledReason: _reason, ...webhook }: Fields): Fields => webhook;

const listWebhooks: Step = (model, context) => {
  const endpoint = model.ownEndpoint(context, context.call.endpointId);
  if (!endpoint) return notFound(context.outcome);
  const { webhooks = [] } = context.outcome.json as { webhooks?: Fields[] };
  const shown =
    context.outcome.status === 200
      ? { ...context.outcome.json, webhooks: webhooks.map(asAsked) }
      : context.outcome.json;
  return expectPage(
    { ...context, outcome: { ...context.outcome, json: shown } },
    'webhooks',
    model.webhooks
      .filter(({ endpointId }) => endpointId === endpoint.id)
      .sort(byId)
      .map((webhook) => shownTo(context, webhook)),
  );
};

/** Deliveries happen in the background, if at all. */
const listWebhookDeliveries: Step = (model, context) => {
  if (!ownWebhook(model, context)) return notFound(context.outcome);
  return expectResponse(context.outcome, 200, context.outcome.json);
};

const replayWebhookDeliveries: Step = (model, context) => {
  const { call, outcome } = context;
  const webhook = ownWebhook(model, context);
  if (!webhook) return notFound(outcome);
  if (!webhook.isEnabled) return expectError(outcome, 400, 'BAD_REQUEST');
  const results = (call.body.ids as string[]).map((id) => ({ id, status: 'notFound' }));
  return expectResponse({ ...outcome, json: { results: outcome.json.results } }, 200, { results });
};

const testWebhook: Step = (model, context) => {
  if (!ownWebhook(model, context)) return notFound(context.outcome);
  return expectResponse(context.outcome, 200, context.outcome.json);
};

export const WEBHOOK_STEPS: Record<Operation['id'], Step> = {
  createWebhook,
  retrieveWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhooks,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  testWebhook,
};
