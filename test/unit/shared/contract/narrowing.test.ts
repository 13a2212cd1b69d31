import { expect, test } from '@jest/globals';
import { type Group, PERMISSIONS } from '../../../../shared/contract/choices.ts';
import { allowsGroup, permitsNoMore, type Rights } from '../../../../shared/contract/narrowing.ts';
import { madeBy } from '../../../../shared/storage/workspaces/keys.ts';
import { subsetsOf } from '../../../support/subsetsOf.ts';

const listsOf = <T>(all: T[]) => [undefined, ...subsetsOf(all).slice(1)];

const RIGHTS = PERMISSIONS.flatMap((permission) =>
  listsOf(['enp_a', 'enp_b']).flatMap((endpointIds) =>
    listsOf<Group>(['keys', 'webhooks']).map(
      (allows): Rights => ({ permission, narrowing: (endpointIds ?? allows) && { endpointIds, allows } }),
    ),
  ),
);
const PAIRS = RIGHTS.flatMap((inner) => RIGHTS.map((outer) => ({ inner, outer })));

/** All that a key may do, also with an endpoint and a group that no list has. */
const deedsOf = ({ permission, narrowing }: Rights): string[] =>
  ['read', 'write'].flatMap((needed) =>
    ['enp_a', 'enp_b', 'enp_c'].flatMap((id) =>
      (['keys', 'webhooks', 'endpoints'] as const)
        .filter((group) => (permission === 'write' || needed === 'read') && allowsGroup(narrowing, group))
        .filter(() => narrowing?.endpointIds?.includes(id) ?? true)
        .map((group) => `${needed} ${group} ${id}`),
    ),
  );

test('rights are within others exactly if they permit no more', () => {
  for (const { inner, outer } of PAIRS) {
    const outers = deedsOf(outer);
    const expected = deedsOf(inner).every((deed) => outers.includes(deed));
    expect({ inner, outer, permitsNoMore: permitsNoMore(inner, outer) }).toEqual({
      inner,
      outer,
      permitsNoMore: expected,
    });
  }
});

test('a key makes only keys that may do no more, and each of those', () => {
  const key = { name: 'Made', expiresAt: 'never' };
  for (const { inner, outer } of PAIRS) {
    const make = () => madeBy(outer, { ...key, permission: inner.permission, ...inner.narrowing });
    const asked = {
      permission: inner.permission,
      narrowing: { ...outer.narrowing, ...withoutUndefined(inner.narrowing) },
    };
    if (!permitsNoMore(asked, outer))
      expect(make).toThrow('This key can only make keys that may do no more than itself');
    else {
      const { permission: given, endpointIds, allows } = make();
      expect(deedsOf({ permission: given, narrowing: { endpointIds, allows } })).toEqual(deedsOf(asked));
    }
  }
  for (const outer of RIGHTS) {
    const { permission, narrowing } = outer;
    expect(madeBy(outer, key)).toEqual({ ...key, permission, ...narrowing });
  }
});

const withoutUndefined = (fields: object = {}) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
