import { formatTime } from '../../contract/time.ts';
import { isDue, keepingOf } from '../endpoints/keeping.ts';
import { StoredEndpoint } from '../endpoints/storedEndpoint.ts';
import { parseSubmission, type StoredSubmission } from '../submissions/storedSubmission.ts';
import { updateIf } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { endpointKey, submissionIdOf, submissionKey } from '../table/itemKeys.ts';
import { readTogether } from '../table/lookup.ts';
import { readOr, readStored } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { parseWebhook, type StoredWebhook } from './storedWebhook.ts';
import { endpointIdOfWebhook, webhookKey, webhookSecretKey } from './webhookKeys.ts';
import { type Credentials, credentialsOf } from './webhookSecrets.ts';

export interface WebhookParts {
  endpoint: StoredEndpoint;
  webhook: StoredWebhook;
  credentials: Credentials;
  submissions: ReadonlyMap<string, StoredSubmission>;
  unreadable: ReadonlySet<string>;
}

/** Attributes that record a webhook's health, plus those that detect that it exists and is unchanged. */
export const NOTED_ATTRIBUTES = [
  'id',
  'revision',
  'failingSince',
  'isEnabled',
  'disabledReason',
  'disabledAt',
  'toldAt',
];

/**
 * Reads the items that deliveries need, and records the health of webhooks. A verdict on a receiver counts only while the webhook
 * is as it was read, since its owner may have repaired it during the request.
 */
export class WebhookHealth {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** Reads everything in one call. @returns undefined if the webhook or endpoint is gone */
  async read(webhookId: string, submissionIds: readonly string[]): Promise<WebhookParts | undefined> {
    const endpointId = endpointIdOfWebhook(webhookId);
    const keys = {
      endpoint: endpointKey(endpointId),
      webhook: webhookKey(endpointId, webhookId),
      secret: webhookSecretKey(endpointId, webhookId),
    };
    const submissionKeys = [...new Set(submissionIds)].map((id) => submissionKey(endpointId, id));
    const itemWith = await readTogether(this.#table, [...Object.values(keys), ...submissionKeys]);
    const [endpoint, webhook, secret] = [itemWith(keys.endpoint), itemWith(keys.webhook), itemWith(keys.secret)];
    if (!endpoint || !webhook || !secret) return undefined;
    const submissions = new Map<string, StoredSubmission>();
    const unreadable = new Set<string>();
    const keeping = keepingOf(endpoint);
    for (const key of submissionKeys) {
      const [id, item] = [submissionIdOf(key), itemWith(key)];
      if (isDue(keeping, { id, isSpam: item?.isSpam === true }, this.#now())) continue;
      const submission = item && readOr(() => parseSubmission(item), key);
      if (submission) submissions.set(id, submission);
      else if (item) unreadable.add(id);
    }
    return {
      endpoint: readStored(StoredEndpoint, endpoint),
      webhook: parseWebhook(webhook),
      credentials: credentialsOf(secret, this.#now()),
      submissions,
      unreadable,
    };
  }

  async noteSuccess({ failingSince, ...webhook }: StoredWebhook): Promise<void> {
    const { revision } = webhook;
    if (failingSince !== undefined) await this.#note(webhook, { failingSince: null }, { revision, failingSince });
  }

  /** Records since when deliveries fail. @returns that time in the contract's format */
  async noteFailure({ failingSince, ...webhook }: StoredWebhook): Promise<string> {
    if (failingSince !== undefined) return failingSince;
    const since = this.#time();
    await this.#note(webhook, { failingSince: since }, { revision: webhook.revision, failingSince });
    return since;
  }

  /**
   * Switches a webhook off, unless somebody changed it meanwhile, or it failed and succeeded meanwhile.
   * @returns the resulting webhook
   */
  async switchOff(webhook: StoredWebhook, disabledReason: StoredWebhook['disabledReason']): Promise<StoredWebhook> {
    const { revision, failingSince } = webhook;
    const changes = { isEnabled: false, disabledReason, disabledAt: this.#time() };
    const isOff = await this.#note(webhook, changes, {
      revision,
      isEnabled: true,
      ...(disabledReason === 'failing' && { failingSince }),
    });
    return isOff ? { ...webhook, ...changes } : webhook;
  }

  /** Records that the endpoint's recipients were notified that it is off. */
  async recordNotified({ disabledAt, ...webhook }: StoredWebhook): Promise<void> {
    await this.#note(webhook, { toldAt: this.#time() }, { disabledAt });
  }

  /** @returns whether the webhook still had these values */
  #note({ endpointId, id }: Pick<StoredWebhook, 'endpointId' | 'id'>, changes: Item, before: Item) {
    // The condition on the id fails if the webhook is gone.
    return ifConditionHolds(this.#table.update(updateIf(webhookKey(endpointId, id), { id, ...before }, changes)));
  }

  #time(): string {
    return formatTime(new Date(this.#now()));
  }
}
