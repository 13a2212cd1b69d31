import * as z from 'zod/mini';
import type { Permission } from '../../contract/choices.ts';
import { WEBHOOK_DEFAULTS, Webhook } from '../../contract/schemas/webhooks/webhook.ts';
import { withHiddenPath } from '../../contract/webhookFormats.ts';
import { readStored, shownUnknown, withDefaults } from '../table/stored.ts';
import type { Item } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';

export const StoredWebhook = z.extend(z.omit(Webhook, { unknownSettings: true }), {
  ...withDefaults(Webhook.shape, WEBHOOK_DEFAULTS),
  /** Its endpoint's workspace, which never changes. */
  workspaceId: z.string(),
  /** When the service switched it off, and when the endpoint's recipients were notified. */
  disabledAt: z.optional(z.string()),
  toldAt: z.optional(z.string()),
  /** Changes with everything that a verdict on its receiver depends on. */
  revision: z.optional(z.string()),
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

/** Attributes of a new webhook. */
export const NEW_WEBHOOK_ATTRIBUTES = /* @__PURE__ */ attributeNames(
  /* @__PURE__ */ z.omit(StoredWebhook, {
    failingSince: true,
    disabledReason: true,
    disabledAt: true,
    toldAt: true,
    previousSecretUntil: true,
    revision: true,
  }),
);
/** Attributes that an update writes or checks, unless it changes credentials. */
export const CHANGED_WEBHOOK_ATTRIBUTES = /* @__PURE__ */ attributeNames(
  /* @__PURE__ */ z.omit(StoredWebhook, {
    id: true,
    endpointId: true,
    createdAt: true,
    previousSecretUntil: true,
    headerNames: true,
  }),
);
/** Further attributes that a change of credentials writes. */
export const SHOWN_CREDENTIAL_ATTRIBUTES = [
  'previousSecretUntil',
  'headerNames',
] as const satisfies (keyof StoredWebhook)[];
/** Attributes that show that a webhook belongs to the workspace. */
export const WEBHOOK_OWNER_ATTRIBUTES = ['workspaceId'] as const;

export const parseWebhook = (item: Item): StoredWebhook => readStored(StoredWebhook, item);

export const shownWebhook = (webhook: StoredWebhook): Webhook => ({ ...webhook, ...shownUnknown(webhook, Webhook) });

/** A webhook as a key may see it. */
export const shownTo = ({ permission }: { permission: Permission }, webhook: StoredWebhook): Webhook => ({
  ...shownWebhook(webhook),
  ...(permission === 'read' && { url: withHiddenPath(webhook.url) }),
});
