import { ApiError, invalidInput } from '../../contract/errors.ts';
import { isId } from '../../contract/ids.ts';
import type { PageQuery } from '../../contract/schemas/common.ts';
import { hasOwnReplyTo } from '../../contract/schemas/confirmations/confirmation.ts';
import type { EndpointCreate, EndpointDefaults, EndpointUpdate } from '../../contract/schemas/endpoints/endpoint.ts';
import { newId } from '../../runtime/newId.ts';
import { countOneLess, countOneMore, quotaReached } from '../counters/quotas.ts';
import { ABSENT, hasValues, onlyIf, PRESENT, present, setAll } from '../table/expressions.ts';
import { unlessConditionFails } from '../table/ifConditionHolds.ts';
import { endpointIdOf, endpointKey, endpointOfWorkspaceKey, placesKey, workspaceKey } from '../table/itemKeys.ts';
import type { Lookup } from '../table/lookup.ts';
import { type Owned, requireDeletable, requireOwned, type VisiblePart } from '../table/ownership.ts';
import type { ItemKey } from '../table/partitions.ts';
import { asStored, readEach, readStored } from '../table/stored.ts';
import {
  type Alongside,
  ConditionFailed,
  type Item,
  nothing,
  type TableAccess,
  type TransactionWrite,
} from '../table/table.ts';
import { type ListPage, readWorkspaceEntries, readWorkspacePage } from '../workspaces/workspaceLists.ts';
import { withCaptcha } from './endpointCaptcha.ts';
import { endpointDefaultsOf } from './endpointDefaults.ts';
import {
  copyToList,
  KEEPING_ATTRIBUTES,
  type Keeping,
  keepingChanges,
  keepingOf,
  listForRemoval,
  settingsIn,
} from './keeping.ts';
import { PLACES_ATTRIBUTES, placesTakenIn } from './places.ts';
import { claimSlug, releaseSlug } from './slugs.ts';
import {
  CAPTCHA_ATTRIBUTES,
  CaptchaOfEndpoint,
  FILES_ATTRIBUTES,
  FilesOfEndpoint,
  RULES_ATTRIBUTES,
  RulesOfEndpoint,
  StoredEndpoint,
} from './storedEndpoint.ts';
import { whileChanging } from './whileChanging.ts';

/** An endpoint to delete, with its slug as stored. */
interface DeletableEndpoint extends Owned {
  id: string;
  slug: unknown;
}

export class Endpoints {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** The endpoint with this id, in any workspace. */
  async find(id: string): Promise<StoredEndpoint | undefined> {
    const item = await this.#read(id);
    return item && readStored(StoredEndpoint, item);
  }

  async findCaptcha(id: string): Promise<CaptchaOfEndpoint | undefined> {
    const item = await this.#read(id, CAPTCHA_ATTRIBUTES);
    return item && readStored(CaptchaOfEndpoint, item);
  }

  /** Only the settings for files, origins and captcha of an endpoint. */
  async findFileSettings(id: string): Promise<FilesOfEndpoint | undefined> {
    const item = await this.#read(id, FILES_ATTRIBUTES);
    return item && readStored(FilesOfEndpoint, item);
  }

  /** True if it has its `maxSubmissions`; reads nothing if it has no such setting. */
  async isFull({ id, maxSubmissions }: Pick<StoredEndpoint, 'id' | 'maxSubmissions'>): Promise<boolean> {
    if (maxSubmissions === undefined) return false;
    return placesTakenIn(await this.#table.get(placesKey(id), PLACES_ATTRIBUTES)) >= maxSubmissions;
  }

  async findRules(id: string): Promise<RulesOfEndpoint | undefined> {
    const item = await this.#read(id, RULES_ATTRIBUTES);
    return item && readStored(RulesOfEndpoint, item);
  }

  /** @param names default: all attributes */
  async #read(id: string, names?: string[]): Promise<Item | undefined> {
    return isId('endpoint', id) ? this.#table.get(endpointKey(id), names) : undefined;
  }

  /** @throws ApiError NOT_FOUND unless the endpoint exists and belongs to the owner's workspace */
  async findOwned(id: string, owner: Owned): Promise<StoredEndpoint> {
    return requireOwned(await this.find(id), owner, endpointNotFound);
  }

  /** @throws ApiError CONFLICT when the slug is taken, USAGE_EXCEEDED when the workspace is full */
  async create(
    workspaceId: string,
    fields: EndpointCreate,
    alongside: Alongside<StoredEndpoint> = nothing,
  ): Promise<StoredEndpoint> {
    const defaults = endpointDefaultsOf(await this.#table.get(workspaceKey(workspaceId), ['endpointDefaults']));
    const settings = present({ ...defaults, ...withCaptcha(fields) });
    const endpoint = StoredEndpoint.parse({ id: newId('endpoint'), workspaceId, ...settings });
    requireOwnReplyTo(endpoint);
    await this.#transact(endpoint.slug, [
      claimSlug(endpoint, endpoint.slug),
      countOneMore(workspaceId, 'endpointCount'),
      put({ ...endpointKey(endpoint.id), ...endpoint }),
      put({ ...endpointOfWorkspaceKey(workspaceId, endpoint.id), ...keepingOf(endpoint) }),
      ...(Object.keys(keepingOf(endpoint)).length > 0 ? [listForRemoval(endpoint.id)] : []),
      ...alongside(endpoint),
    ]);
    return endpoint;
  }

  /**
   * Updates the given fields of an endpoint that was just read.
   * @throws ApiError CONFLICT when the new slug is taken, NOT_FOUND when the endpoint is gone, BAD_REQUEST when the
   * confirmations' reply address is not one of its addresses
   */
  update(endpoint: StoredEndpoint, changes: EndpointUpdate): Promise<StoredEndpoint> {
    const reread = () => this.findOwned(endpoint.id, endpoint);
    return whileChanging(endpoint, reread, (current) => this.#updateOnce(current, changes));
  }

  /**
   * Deletes an endpoint that was just read and frees its slug; its submissions are removed in the background.
   * @throws ApiError NOT_FOUND when it is gone already
   */
  delete(endpoint: DeletableEndpoint): Promise<void> {
    const { id, workspaceId } = endpoint;
    const { from } = deletableEndpoint(id);
    const reread = async () => from([await this.#read(id)], { workspaceId });
    return whileChanging(endpoint, reread, async ({ slug }) => {
      const write = this.#table.transact([
        // This entry exists only in the list of its owner.
        { Delete: { Key: endpointOfWorkspaceKey(workspaceId, id), ...PRESENT } },
        // The slug shows whether the endpoint is still as it was read.
        { Delete: { Key: endpointKey(id), ...hasValues({ slug }) } },
        ...(typeof slug === 'string' ? releaseSlug({ id, workspaceId, slug }) : []),
        countOneLess(workspaceKey(workspaceId), 'endpointCount'),
      ]);
      await unlessConditionFails(write, (cause) => (cause.index === 0 ? endpointNotFound() : cause));
    });
  }

  /** With the workspace's settings for new endpoints, except for a key that is limited to some. */
  async list(
    scope: VisiblePart,
    query: PageQuery,
  ): Promise<ListPage<StoredEndpoint> & { endpointDefaults: EndpointDefaults | undefined }> {
    const isShown = endpointsWithin(scope);
    const { workspaceId } = scope;
    const { items, workspace, ...part } = await readWorkspacePage(this.#table, 'endpoints', workspaceId, query, {
      isShown,
    });
    const { read, unreadable } = readEach(items, (item) => readStored(StoredEndpoint, item));
    const endpointDefaults = isShown ? undefined : endpointDefaultsOf(workspace);
    return { ...part, items: read, unreadable: unreadable.map(endpointIdOf), endpointDefaults };
  }

  /** The ids of endpoints, and how long they keep submissions. */
  async listKeeping(scope: VisiblePart, query: PageQuery): Promise<ListPage<{ id: string } & Keeping>> {
    const options = { copied: KEEPING_ATTRIBUTES, isShown: endpointsWithin(scope) };
    const { workspaceId } = scope;
    const { items, totalPages } = await readWorkspaceEntries(this.#table, 'endpoints', workspaceId, query, options);
    const keeping = items.map(({ key, entry }) => ({ id: endpointIdOf(key), ...keepingOf(entry) }));
    return { items: keeping, totalPages, unreadable: [] };
  }

  async #updateOnce(endpoint: StoredEndpoint, changes: EndpointUpdate): Promise<StoredEndpoint> {
    const kept = keepingChanges(endpoint, changes, this.#now());
    const stored = { ...withCaptcha(changes, endpoint), ...kept };
    requireOwnReplyTo(present({ ...endpoint, ...stored }) as StoredEndpoint);
    const update = { Key: endpointKey(endpoint.id), ...setAll(stored) };
    const { slug } = changes;
    const { workspaceId } = endpoint;
    const isMoved = slug !== undefined && slug !== endpoint.slug;
    if (!isMoved && !kept) {
      const asRead: Item = asStored(endpoint);
      const condition = hasValues({
        workspaceId,
        // Without the slug, an update that restores an old slug could overwrite a newer one and leave its claim behind.
        ...(slug !== undefined && { slug: asRead.slug }),
        ...settingsIn(changes, asRead),
        // A captcha without a secret keeps the stored secret, which belongs to this captcha.
        ...(changes.captcha && stored.captchaSecret === undefined && { captcha: asRead.captcha }),
        // The reply address must be one of the endpoint's addresses, so neither may have changed since the check.
        ...(changes.confirmation?.replyTo !== undefined && { targetEmails: asRead.targetEmails }),
        ...(changes.targetEmails && { confirmation: asRead.confirmation }),
      });
      return readStored(StoredEndpoint, await this.#table.update(onlyIf(condition, update)));
    }
    await this.#transact(slug, [
      ...(isMoved ? [claimSlug(endpoint, slug), ...releaseSlug(endpoint)] : []),
      { Update: onlyIf(isUnchanged(endpoint), update) },
      ...(kept
        ? [copyToList(workspaceId, endpoint.id, keepingOf({ ...endpoint, ...stored })), listForRemoval(endpoint.id)]
        : []),
    ]);
    return readStored(StoredEndpoint, present({ ...asStored(endpoint), ...stored }));
  }

  /** A transaction whose first write may claim a slug and whose second may count against the quota. */
  async #transact(slug: string | undefined, writes: TransactionWrite[]): Promise<void> {
    try {
      await this.#table.transact(writes);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (error.index === 0 && writes[0]?.Put) {
        throw new ApiError('CONFLICT', `The slug "${slug}" is taken in this workspace.`, { cause: error });
      }
      if (writes[error.index]?.Update?.Key.SK === 'WS') throw quotaReached('endpointCount', error);
      throw error;
    }
  }
}

/** Whether a caller sees an endpoint; undefined if it sees all. */
const endpointsWithin = ({ narrowing }: VisiblePart): ((key: ItemKey) => boolean) | undefined =>
  narrowing?.endpointIds && ((key) => narrowing.endpointIds?.includes(endpointIdOf(key)) ?? true);

/** The endpoint with this id; NOT_FOUND unless it exists and belongs to the caller's workspace. */
export const ownedEndpoint = (id: string): Lookup<StoredEndpoint> => ({
  keys: isId('endpoint', id) ? [endpointKey(id)] : [],
  from: ([item], caller) => requireOwned(item && readStored(StoredEndpoint, item), caller, endpointNotFound),
});

/** The same to delete it, even if it cannot be read. */
export const deletableEndpoint = (id: string): Lookup<DeletableEndpoint> => ({
  keys: ownedEndpoint(id).keys,
  from: ([item], { workspaceId }) => {
    const { slug } = requireDeletable(item, { workspaceId }, endpointNotFound);
    return { id, workspaceId, slug };
  },
});

/** The same error for a missing endpoint and for one of another workspace. */
export const endpointNotFound = (): ApiError => new ApiError('NOT_FOUND', 'There is no such endpoint.');

/** @throws ApiError BAD_REQUEST unless the confirmations' reply address is one of the endpoint's */
export function requireOwnReplyTo({ confirmation, targetEmails }: StoredEndpoint): void {
  if (confirmation === undefined || hasOwnReplyTo(confirmation, targetEmails)) return;
  throw invalidInput('body', ['confirmation.replyTo must be one of targetEmails']);
}

const put = (item: Item): TransactionWrite => ({ Put: { Item: item, ...ABSENT } });

/** Transactions return no attributes, so the result is only known if the endpoint is unchanged since it was read. */
function isUnchanged(endpoint: StoredEndpoint) {
  const asRead: Item = asStored(endpoint);
  return hasValues(Object.fromEntries(Object.keys(StoredEndpoint.shape).map((name) => [name, asRead[name]])));
}
