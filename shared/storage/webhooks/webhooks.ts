import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import { WEBHOOK_PREVIOUS_SECRET_HOURS, WEBHOOKS_PER_ENDPOINT_MAX } from '../../contract/limits.ts';
import type { PageQuery } from '../../contract/schemas/common.ts';
import type { WebhookCreate, WebhookUpdate } from '../../contract/schemas/webhooks/webhook.ts';
import { formatTime } from '../../contract/time.ts';
import { newWebhookId } from '../../runtime/newId.ts';
import { countOneLess } from '../counters/quotas.ts';
import { Endpoints } from '../endpoints/endpoints.ts';
import type { StoredEndpoint } from '../endpoints/storedEndpoint.ts';
import { ABSENT, hasValues, inPartition, onlyIf, present, setAll } from '../table/expressions.ts';
import { unlessConditionFails } from '../table/ifConditionHolds.ts';
import { endpointKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import { type Owned, requireOwned } from '../table/ownership.ts';
import { asStored, readEach } from '../table/stored.ts';
import {
  type Alongside,
  ConditionFailed,
  type Item,
  nothing,
  type TableAccess,
  type TransactionWrite,
} from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { checkListPage, type ListPage, listPagesOf } from '../workspaces/workspaceLists.ts';
import { parseWebhook, StoredWebhook, type WEBHOOK_OWNER_ATTRIBUTES } from './storedWebhook.ts';
import { endpointIdOfWebhook, WEBHOOK_SORT_PREFIX, webhookIdOf, webhookKey, webhookSecretKey } from './webhookKeys.ts';
import { changingCredentials, type NEW_CREDENTIAL_ATTRIBUTES, storedHeaders } from './webhookSecrets.ts';

interface WebhookName {
  id: string;
  endpointId: string;
  /** As stored. */
  workspaceId: unknown;
}

const HOUR_MS = 3_600_000;

const originOf = (url: string): string => new URL(url).origin;

/** Clears the attributes that the service recorded when switching it off; applied when a user switches it on or off. */
const AFRESH = { disabledReason: null, disabledAt: null, toldAt: null };

export class Webhooks {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /**
   * Creates a webhook for an endpoint that was just read.
   * @throws ApiError USAGE_EXCEEDED when the endpoint has reached its limit, NOT_FOUND when it is gone
   */
  async create(
    endpoint: StoredEndpoint,
    { headers, format, template, ...fields }: WebhookCreate,
    secret: string,
    alongside: Alongside<StoredWebhook> = nothing,
  ): Promise<StoredWebhook> {
    const { id: endpointId, workspaceId } = endpoint;
    const now = Date.now();
    const id = newWebhookId(endpointId, now);
    const credentials = {
      secret,
      ...(headers && { headers: storedHeaders(headers), headersFor: originOf(fields.url) }),
    } satisfies WrittenFrom<typeof NEW_CREDENTIAL_ATTRIBUTES>;
    const webhook = StoredWebhook.parse({
      ...present({ ...fields, ...formatChanges({ format, template }) }),
      ...(headers && { headerNames: Object.keys(headers) }),
      id,
      endpointId,
      workspaceId,
      createdAt: formatTime(new Date(now)),
    });
    try {
      await this.#table.transact([
        countOneMore(endpoint),
        { Put: { Item: { ...webhookKey(endpointId, id), ...webhook }, ...ABSENT } },
        { Put: { Item: { ...webhookSecretKey(endpointId, id), ...credentials }, ...ABSENT } },
        ...alongside(webhook),
      ]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // A missing endpoint takes precedence over the limit.
      await new Endpoints(this.#table).findOwned(endpointId, endpoint);
      const limit = WEBHOOKS_PER_ENDPOINT_MAX.toLocaleString('en');
      throw new ApiError('USAGE_EXCEEDED', `The endpoint has reached its limit of ${limit} webhooks.`, {
        cause: error,
      });
    }
    return webhook;
  }

  /**
   * Updates the given fields of a webhook that was just read.
   * @param secret a new one, which starts the previous one's grace period
   * @throws ApiError NOT_FOUND when it is gone
   */
  async update(webhook: StoredWebhook, changes: WebhookUpdate, secret: string | undefined): Promise<StoredWebhook> {
    const { id, endpointId, workspaceId } = webhook;
    const { rotateSecret: _, headers: given, format, template, ...fields } = changes;
    const origin = originOf(fields.url ?? webhook.url);
    // Headers are credentials for the receiver that they were entered for.
    const headers = given === undefined && origin !== originOf(webhook.url) ? null : given;
    const previousSecretUntil = formatTime(new Date(Date.now() + WEBHOOK_PREVIOUS_SECRET_HOURS * HOUR_MS));
    const settings = { ...fields, ...formatChanges({ format, template }, asStored(webhook)) };
    const isRepaired =
      fields.isEnabled !== undefined || secret !== undefined || headers !== undefined || isOther(webhook, settings);
    const stored = {
      ...settings,
      ...(fields.isEnabled !== undefined && AFRESH),
      // Earlier failures, and responses still on their way, say nothing about the receiver from now on.
      ...(isRepaired && { failingSince: null, revision: randomUUID() }),
      ...(secret !== undefined && { previousSecretUntil }),
      ...(headers !== undefined && { headerNames: headers && Object.keys(headers) }),
    };
    // The request only keeps the secret: nothing changes.
    if (Object.keys(stored).length === 0) return webhook;
    const update = onlyIf(hasValues({ workspaceId }), { Key: webhookKey(endpointId, id), ...setAll(stored) });
    const rotation = secret === undefined ? undefined : { secret, until: previousSecretUntil };
    const credentials = changingCredentials(id, { rotation, headers, origin });
    if (!credentials) return parseWebhook(await orNotFound(this.#table.update(update)));
    await orNotFound(this.#table.transact([{ Update: update }, { Update: credentials }]));
    return parseWebhook(present({ ...asStored(webhook), ...stored }));
  }

  /** @throws ApiError NOT_FOUND when it is gone already */
  async delete({ id, endpointId, workspaceId }: WebhookName): Promise<void> {
    await orNotFound(
      this.#table.transact([
        {
          Delete: {
            Key: webhookKey(endpointId, id),
            ...hasValues({ workspaceId } satisfies WrittenFrom<typeof WEBHOOK_OWNER_ATTRIBUTES>),
          },
        },
        { Delete: { Key: webhookSecretKey(endpointId, id) } },
        countOneLess(endpointKey(endpointId), 'webhookCount'),
      ]),
    );
  }

  async list(endpointId: string, { page, limit }: PageQuery): Promise<ListPage<StoredWebhook>> {
    const all = await queryWebhooks(this.#table, endpointId);
    const totalPages = listPagesOf(all.length, limit);
    checkListPage(page, totalPages);
    const { read, unreadable } = readEach(all.slice((page - 1) * limit, page * limit), parseWebhook);
    return { items: read, totalPages, unreadable: unreadable.map(webhookIdOf) };
  }
}

/** The webhook with this id; NOT_FOUND unless it and its endpoint exist and belong to the caller's workspace. */
export function ownedWebhook(id: string): Lookup<StoredWebhook> {
  const endpointId = endpointIdOfWebhook(id);
  return {
    keys: isId('webhook', id) ? [endpointKey(endpointId), webhookKey(endpointId, id)] : [],
    from: ([endpoint, item], caller) => requireOwned(endpoint && item && parseWebhook(item), caller, webhookNotFound),
  };
}

/** Looks up a webhook for deletion, even an unreadable one; its endpoint must be readable to check ownership. */
export const deletableWebhook = (id: string): Lookup<WebhookName> => ({
  keys: ownedWebhook(id).keys,
  from: ([endpoint, item], caller) => {
    requireOwned(endpoint && item && (endpoint as Item & Owned), caller, webhookNotFound);
    return { id, endpointId: endpointIdOfWebhook(id), workspaceId: item?.workspaceId };
  },
});

export async function queryWebhooks(table: Pick<TableAccess, 'query'>, endpointId: string): Promise<Item[]> {
  const { Items = [] } = await table.query(inPartition(webhookKey(endpointId, '').PK, WEBHOOK_SORT_PREFIX));
  return Items;
}

export const readWebhooks = async (table: Pick<TableAccess, 'query'>, endpointId: string): Promise<StoredWebhook[]> =>
  readEach(await queryWebhooks(table, endpointId), parseWebhook).read;

/** The same error for a missing webhook and for one of another workspace. */
export const webhookNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such webhook.');

/**
 * Format and template are always written together, so they stay consistent under concurrent changes. A template alone
 * implies its format, and any other format removes the template.
 */
function formatChanges(
  changes: Pick<WebhookUpdate, 'format' | 'template'>,
  stored: Pick<StoredWebhook, 'format'> = {},
) {
  const { format, template = null } = changes;
  if (format === undefined && changes.template === undefined) return {};
  if (format === 'template' || (format === undefined && template !== null)) return { format: 'template', template };
  const other = stored.format === 'template' ? undefined : stored.format;
  return { format: (format === undefined ? other : format) ?? null, template: null };
}

/** True if a change affects the content or the target of requests. */
const isOther = (webhook: StoredWebhook, settings: Item): boolean =>
  (['url', 'format', 'template'] as const).some(
    (name) => name in settings && (settings[name] ?? undefined) !== webhook[name],
  );

/** Counts a new webhook in a transaction, which fails when the endpoint has reached its limit or is gone. */
const countOneMore = ({ id }: StoredEndpoint): TransactionWrite => ({
  Update: {
    Key: endpointKey(id),
    UpdateExpression: 'SET webhookCount = if_not_exists(webhookCount, :zero) + :one',
    ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(webhookCount) OR webhookCount < :quota)',
    ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':quota': WEBHOOKS_PER_ENDPOINT_MAX },
  },
});

const orNotFound = <T>(write: Promise<T>): Promise<T> => unlessConditionFails(write, webhookNotFound);
