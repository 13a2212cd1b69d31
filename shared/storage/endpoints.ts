import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.ts';
import { isId } from '../contract/ids.ts';
import type { PageQuery } from '../contract/schemas/common.ts';
import { Endpoint, type EndpointCreate, type EndpointUpdate } from '../contract/schemas/endpoint.ts';
import { thankYouUrl } from '../contract/sitePages.ts';
import { newId } from '../runtime/newId.ts';
import { endpointKey, endpointKeyOfEntry, endpointOfWorkspaceKey, SORT_PREFIX, slugKey } from './itemKeys.ts';
import { countOneLess, countOneMore } from './quotas.ts';
import type { Item } from './table.ts';
import { ConditionFailed, type Table, type TransactionWrite } from './table.ts';
import { setAll } from './updates.ts';
import { type Page, readWorkspacePage } from './workspaceLists.ts';

/** An endpoint as it is stored. Without `redirectUrl` it redirects to the site's thank-you page, wherever that is. */
export const StoredEndpoint = z.extend(Endpoint, { redirectUrl: z.optional(z.string()) });
export type StoredEndpoint = z.output<typeof StoredEndpoint>;

/** Times an update or delete is begun again because the endpoint's slug changed under it. */
const RACES_MAX = 5;

export class Endpoints {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The endpoint with this id, whoever owns it. */
  async find(id: string): Promise<StoredEndpoint | undefined> {
    if (!isId('endpoint', id)) return undefined;
    const item = await this.#table.get(endpointKey(id));
    return item && StoredEndpoint.parse(item);
  }

  /** @throws ApiError CONFLICT when the slug is taken, USAGE_EXCEEDED when the workspace is full */
  async create(workspaceId: string, fields: EndpointCreate): Promise<StoredEndpoint> {
    const endpoint: StoredEndpoint = { id: newId('endpoint'), workspaceId, ...fields };
    await this.#transact(endpoint.slug, [
      claimSlug(endpoint, endpoint.slug),
      countOneMore(workspaceId, 'endpointCount'),
      put({ ...endpointKey(endpoint.id), ...endpoint }),
      put(endpointOfWorkspaceKey(workspaceId, endpoint.id)),
    ]);
    return endpoint;
  }

  /**
   * Sets the given fields of an endpoint that was just read.
   * @throws ApiError CONFLICT when the new slug is taken, NOT_FOUND when the endpoint is gone
   */
  async update(endpoint: StoredEndpoint, changes: EndpointUpdate): Promise<StoredEndpoint> {
    for (let current = endpoint, race = 0; race < RACES_MAX; race++) {
      try {
        return await this.#updateOnce(current, changes);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        current = await this.#findAgain(endpoint);
      }
    }
    throw new ApiError('CONFLICT', 'The endpoint is being changed by other requests: try again.');
  }

  /**
   * Removes an endpoint that was just read and frees its slug; its submissions follow in the background.
   * @throws ApiError NOT_FOUND when it is gone already
   */
  async delete(endpoint: StoredEndpoint): Promise<void> {
    for (let current = endpoint, race = 0; race < RACES_MAX; race++) {
      const { id, workspaceId, slug } = current;
      try {
        return await this.#table.transact([
          { Delete: { Key: endpointKey(id), ...ifSlugIs(slug) } },
          releaseSlug(current),
          { Delete: { Key: endpointOfWorkspaceKey(workspaceId, id) } },
          countOneLess(workspaceId, 'endpointCount'),
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        current = await this.#findAgain(endpoint);
      }
    }
    throw new ApiError('CONFLICT', 'The endpoint is being changed by other requests: try again.');
  }

  /** One page of a workspace's endpoints, oldest first. */
  async list(workspaceId: string, query: PageQuery): Promise<Page<StoredEndpoint>> {
    const { items, totalPages } = await readWorkspacePage(
      this.#table,
      {
        workspaceId,
        counted: 'endpointCount',
        sortPrefix: SORT_PREFIX.endpointOfWorkspace,
        itemKeyOf: endpointKeyOfEntry,
      },
      query,
    );
    return { items: items.map((item) => StoredEndpoint.parse(item)), totalPages };
  }

  async #updateOnce(endpoint: StoredEndpoint, changes: EndpointUpdate): Promise<StoredEndpoint> {
    const update = { Key: endpointKey(endpoint.id), ...setAll(changes) };
    const { slug } = changes;
    if (slug === undefined || slug === endpoint.slug) {
      // Set to what it was when it was read, a slug that was changed meanwhile would lose its claim.
      const condition = slug === undefined ? 'attribute_exists(PK)' : '#slug = :slug';
      return StoredEndpoint.parse(await this.#table.update({ ...update, ConditionExpression: condition }));
    }
    const unchanged = ifUnchanged(endpoint);
    await this.#transact(slug, [
      claimSlug(endpoint, slug),
      releaseSlug(endpoint),
      {
        Update: {
          ...update,
          ConditionExpression: unchanged.ConditionExpression,
          ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...unchanged.ExpressionAttributeNames },
          ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...unchanged.ExpressionAttributeValues },
        },
      },
    ]);
    return { ...endpoint, ...changes };
  }

  /** A transaction whose first write claims a slug and whose second may count against the quota. */
  async #transact(slug: string, writes: TransactionWrite[]): Promise<void> {
    try {
      await this.#table.transact(writes);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.index === 0) {
        throw new ApiError('CONFLICT', `The slug "${slug}" is taken in this workspace.`, { cause: error });
      }
      if (writes[error.index]?.Update?.Key.SK === 'WS') {
        throw new ApiError('USAGE_EXCEEDED', 'The workspace holds as many endpoints as it may.', { cause: error });
      }
      throw error;
    }
  }

  async #findAgain({ id }: StoredEndpoint): Promise<StoredEndpoint> {
    const endpoint = await this.find(id);
    if (endpoint === undefined) throw endpointNotFound();
    return endpoint;
  }
}

/** The one answer for an endpoint that does not exist and for one of another workspace. */
export const endpointNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such endpoint.');

/** @throws ApiError NOT_FOUND unless the endpoint exists and belongs to the workspace */
export function requireOwned(endpoint: StoredEndpoint | undefined, workspaceId: string): StoredEndpoint {
  if (endpoint?.workspaceId !== workspaceId) throw endpointNotFound();
  return endpoint;
}

/** A stored endpoint as operations answer it. */
export const shownEndpoint = (endpoint: StoredEndpoint, siteUrl: string): Endpoint => ({
  ...endpoint,
  redirectUrl: endpoint.redirectUrl ?? thankYouUrl(siteUrl),
});

const put = (item: Item): TransactionWrite => ({
  Put: { Item: item, ConditionExpression: 'attribute_not_exists(PK)' },
});

/** A slug that an equal request beside this one has just claimed for the same endpoint is not taken. */
const claimSlug = ({ workspaceId, id }: StoredEndpoint, slug: string): TransactionWrite => ({
  Put: {
    Item: { ...slugKey(workspaceId, slug), endpointId: id },
    ConditionExpression: 'attribute_not_exists(PK) OR endpointId = :endpointId',
    ExpressionAttributeValues: { ':endpointId': id },
  },
});

const releaseSlug = ({ workspaceId, slug, id }: StoredEndpoint): TransactionWrite => ({
  Delete: {
    Key: slugKey(workspaceId, slug),
    ConditionExpression: 'endpointId = :endpointId',
    ExpressionAttributeValues: { ':endpointId': id },
  },
});

/** The slug tells whether the endpoint is still the one that was read; an absent item has none. */
const ifSlugIs = (slug: string) => ({
  ConditionExpression: '#slug = :currentSlug',
  ExpressionAttributeNames: { '#slug': 'slug' },
  ExpressionAttributeValues: { ':currentSlug': slug },
});

/** A transaction answers no attributes: only an endpoint that is as it was read is known afterwards as well. */
function ifUnchanged(endpoint: StoredEndpoint) {
  const fields = Object.keys(StoredEndpoint.shape) as (keyof StoredEndpoint)[];
  const present = fields.filter((name) => endpoint[name] !== undefined);
  const conditions = fields.map((name) =>
    endpoint[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :current_${name}`,
  );
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(fields.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:current_${name}`, endpoint[name]])),
  };
}
