import { describe, expect, test } from '@jest/globals';
import { EXPORT_FILES, submissionsFile } from '../../../../infra/operator/export/exportFiles.ts';
import * as auditKeys from '../../../../shared/storage/audit/auditKeys.ts';
import * as confirmationKeys from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import * as deliveryKeys from '../../../../shared/storage/deliveries/deliveryKeys.ts';
import { COLLECTIONS_OF_ENDPOINT } from '../../../../shared/storage/itemCollections.ts';
import {
  endpointIdBehind,
  erasureOf,
  ITEM_KINDS,
  type ItemKind,
  kindsOf,
} from '../../../../shared/storage/itemKinds.ts';
import * as memberKeys from '../../../../shared/storage/members/memberKeys.ts';
import * as itemKeys from '../../../../shared/storage/table/itemKeys.ts';
import * as webhookKeys from '../../../../shared/storage/webhooks/webhookKeys.ts';
import { WORKSPACE_LISTS } from '../../../../shared/storage/workspaces/workspaceLists.ts';

const KINDS: [name: string, kind: ItemKind][] = Object.entries(ITEM_KINDS);
const ENDPOINT = 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const exampleOf = ({ pattern }: ItemKind) => {
  const filled = (text: string) =>
    text
      .replace('<enp>', ENDPOINT)
      .replace('<recipient>', 'a#b@example.com')
      .replace('<ses>', 'ses_1')
      .replace(/<[^>]*>/g, 'text#1');
  return { PK: filled(pattern.PK), SK: filled(pattern.SK) };
};

describe('the item kinds', () => {
  test('include every function that builds a key, once', () => {
    const { deliveryKey: _, ...ofDeliveries } = deliveryKeys;
    const builders = Object.entries({
      ...itemKeys,
      ...auditKeys,
      ...confirmationKeys,
      ...ofDeliveries,
      ...webhookKeys,
      ...memberKeys,
    }).filter(([name, value]) => /Key$/.test(name) && value instanceof Function);
    expect(builders.length).toBeGreaterThan(10);
    expect(new Set(KINDS.map(([, { builder }]) => builder))).toEqual(new Set(builders.map(([, builder]) => builder)));
    // A session is a key.
    expect(KINDS).toHaveLength(builders.length + 1);
  });

  test.each(KINDS)('%s: its keys are those of no other kind', (_name, kind) => {
    expect(kindsOf(exampleOf(kind))).toEqual([kind]);
  });

  test('a key that no function builds has no kind', () => {
    expect(kindsOf({ PK: `ENP#${ENDPOINT}`, SK: 'ENP2' })).toEqual([]);
    expect(kindsOf({ PK: `STATS#${ENDPOINT}`, SK: 'HEAD' })).toEqual([]);
    expect(kindsOf({ PK: 'NOTE#sub_1', SK: 'no address' })).toEqual([]);
  });

  test('a failed mail to all recipients also has a kind', () => {
    expect(kindsOf(deliveryKeys.mailKey(ENDPOINT, 'sub_1', '*'))).toEqual([ITEM_KINDS.mail]);
  });

  test.each(KINDS)('%s: an erasure of its workspace removes it', (_name, kind) => {
    expect(erasureOf(kind)).toBeDefined();
  });
});

describe('the restoration of an endpoint', () => {
  test.each(KINDS)('%s: comes back if it is removed with an endpoint, unless it is built again', (_name, kind) => {
    const isBuilt = kind.pattern.PK.startsWith('INDEX#') && 'not' in kind.exported;
    expect(kind.restoreStep !== undefined).toBe(kind.removalStep !== undefined && !isBuilt);
  });
});

describe('an export', () => {
  test('writes exactly the files that the kinds declare', () => {
    const files = KINDS.flatMap(([, { exported }]) => ('to' in exported ? [exported.to] : []));
    expect(files.sort()).toEqual([...Object.values(EXPORT_FILES), submissionsFile('<enp>')].sort());
  });
});

describe('an erasure', () => {
  test('removes listed items: keys first, then endpoints', () => {
    expect(Object.keys(WORKSPACE_LISTS)).toEqual(['keys', 'endpoints']);
    expect(KINDS.flatMap(([, { listedIn }]) => listedIn ?? []).sort()).toEqual(Object.keys(WORKSPACE_LISTS).sort());
  });
});

describe('the removal of an endpoint', () => {
  test('removes the page index first, then filter, submissions, mails and webhooks, and never the endpoint itself', () => {
    expect(COLLECTIONS_OF_ENDPOINT.map((collectionOf) => collectionOf(ENDPOINT))).toEqual([
      { PK: `INDEX#${ENDPOINT}`, sortPrefix: '' },
      { PK: `ENP#${ENDPOINT}`, sortPrefix: 'ENP#FILTER' },
      { PK: `ENP#${ENDPOINT}`, sortPrefix: 'ENP#COUNT' },
      { PK: `ENP#${ENDPOINT}`, sortPrefix: 'SUB#' },
      { PK: `PENDING#${ENDPOINT}`, sortPrefix: '' },
      { PK: `DELIVERY#mail#${ENDPOINT}`, sortPrefix: '' },
      { PK: `HOOK#${ENDPOINT}`, sortPrefix: '' },
      { PK: `HOOKSECRET#${ENDPOINT}`, sortPrefix: '' },
      { PK: `ONCE#${ENDPOINT}`, sortPrefix: '' },
      { PK: `DELIVERY#confirmation#${ENDPOINT}`, sortPrefix: '' },
      { PK: `WAITING#${ENDPOINT}`, sortPrefix: '' },
    ]);
  });
});

describe('an orphan', () => {
  test.each(KINDS.filter(([, { removalStep }]) => removalStep !== undefined))(
    '%s: is one without the endpoint in its partition key',
    (_name, kind) => {
      expect(endpointIdBehind(exampleOf(kind))).toBe(ENDPOINT);
    },
  );

  test.each(KINDS.filter(([, { namesEndpoint }]) => namesEndpoint))(
    '%s: is one without the endpoint that it names',
    (_name, kind) => {
      expect(endpointIdBehind({ ...exampleOf(kind), endpointId: ENDPOINT })).toBe(ENDPOINT);
      expect(endpointIdBehind({ ...exampleOf(kind), endpointId: 1 })).toBeUndefined();
    },
  );

  test.each(['workspace', 'endpoint', 'key', 'claim of a slug', 'endpoint of a workspace'] as const)(
    '%s: is never one, for any name',
    (name) => {
      expect(endpointIdBehind({ ...exampleOf(ITEM_KINDS[name]), endpointId: ENDPOINT })).toBeUndefined();
    },
  );
});
