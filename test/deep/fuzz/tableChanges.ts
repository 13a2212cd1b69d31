import { isDeepStrictEqual } from 'node:util';
import { UNSUBSCRIBE_PATH } from '../../../shared/contract/unsubscribeUrl.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { KEEPING_ENDPOINTS, PARTITION_PREFIX } from '../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import type { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { type FuzzRequest, type FuzzResponse, isRefusal } from './exchange.ts';
import type { FuzzWorld } from './world.ts';

type State = ReadonlyMap<string, Item>;

export class TableChanges {
  readonly #items: MemoryItems;
  #before: State;

  constructor(items: MemoryItems) {
    this.#items = items;
    this.#before = new Map(items.state());
  }

  /** Problems with a request's changes: a rejected request changes nothing, any other only its own workspace. */
  check(world: FuzzWorld, request: FuzzRequest, answer: FuzzResponse): string[] {
    let changed = changesBetween(this.#before, this.#items.state());
    const before = this.#before;
    this.#before = new Map(this.#items.state());
    if (changed.length === 0) return [];
    if (isRefusal(answer)) {
      // A wrong response to a captcha is spent, too, as an attempt at a code is, and a deletion is recorded before it is tried.
      const others = changed.filter((id) => !/^CHALLENGE#|^CODE#|^ONCE#enp_.*FORM#sub_/.test(id));
      return others.length === 0 ? [] : [`it was refused with ${answer.status}, but changed ${others.join(', ')}`];
    }
    if (request.method === 'GET') return [`a GET changed ${changed.join(', ')}`];
    if (/^\/v1\/f\/[^/]+\/confirmation/.test(request.path)) {
      const isOfOne = new Set(changed.map(submissionOf)).size === 1;
      return isOfOne ? [] : [`the answer to a confirmation changed ${changed.join(', ')}`];
    }
    if (/^\/v1\/f\//.test(request.path)) {
      const stored = changed.filter((id) => !id.startsWith('CHALLENGE#'));
      // Except for the challenge that its sender solved.
      const isOneMore = stored.length === 1 && changed.length <= 2 && !changed.some((id) => before.has(id));
      return isOneMore ? [] : [`a submission changed ${changed.join(', ')}`];
    }
    if (request.path.startsWith(UNSUBSCRIBE_PATH)) {
      const isOneMore = changed.length === 1 && changed[0]?.startsWith(PARTITION_PREFIX.mailbox);
      return isOneMore ? [] : [`unsubscribing changed ${changed.join(', ')}`];
    }
    const caller = world.callerOf(request)?.workspaceId;
    if (/^\/v1\/workspace(?![^/?])/.test(request.path) && request.method === 'POST') {
      const ofOthers = changed.filter((id) => before.has(id) && ownerOf(id, before, this.#before) !== caller);
      return ofOthers.length === 0 ? [] : [`a new workspace changed ${ofOthers.join(', ')}`];
    }
    if (/^\/v1\/session/.test(request.path)) changed = changed.filter((id) => !OF_SIGN_IN.test(id));
    const owners = changed.map((id) => ownerOf(id, before, this.#before));
    return owners.every((owner) => owner === caller) ? [] : [`${caller} changed what belongs to ${owners.join(', ')}`];
  }
}

/** Items that belong to a person or to the service. */
const OF_SIGN_IN = /^(?:CODE#|DAILY-SECRETS|PERSON#.*MUTED$)/;

/** Ids of the changed items, ignoring the times of keys' last use and the counts of requests. */
function changesBetween(before: State, after: State): string[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids
    .filter((id) => !id.startsWith('RATE#') && before.get(id) !== after.get(id))
    .filter((id) => !isDeepStrictEqual(unused(before.get(id)), unused(after.get(id))));
}

function unused(item: Item | undefined): Item | undefined {
  if (item === undefined) return undefined;
  const { lastAccess: _, ...rest } = item;
  return rest;
}

/** The submission's id in the key of a pending or confirmed one. */
const submissionOf = (id: string): string | undefined => /sub_\w+$/.exec(id)?.[0];

function ownerOf(id: string, before: State, after: State): string {
  const [PK = '', SK = ''] = id.split('\u0000');
  const item = after.get(id) ?? before.get(id);
  const [, workspaceId] = /^(?:WS|AUDIT)#(.*)$/.exec(PK.startsWith('PERSON#') ? SK : PK) ?? [];
  if (workspaceId !== undefined) return workspaceId;
  // Webhooks and pending submissions are in partitions of their endpoint.
  const partition =
    PK === KEEPING_ENDPOINTS ? endpointKey(SK).PK : PK.replace(/^(?:HOOK(?:SECRET)?|PENDING|ONCE)#(?=enp_)/, 'ENP#');
  const endpoint = before.get(`${partition}\u0000ENP`) ?? after.get(`${partition}\u0000ENP`);
  return String(item?.workspaceId ?? endpoint?.workspaceId);
}
