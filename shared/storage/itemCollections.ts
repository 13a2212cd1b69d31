import { type ItemKind, KINDS } from './itemKinds.ts';
import { partitionOf } from './table/partitions.ts';

/** The collections of items that are removed or restored with an endpoint. */

interface ItemCollection {
  PK: string;
  /** Sort key prefix; empty for the whole partition. */
  sortPrefix: string;
}

type CollectionOf = (endpointId: string) => ItemCollection;

const kindsWith = (step: 'removalStep' | 'restoreStep'): ItemKind[] =>
  KINDS.filter((each) => each[step] !== undefined).sort((a, b) => Number(a[step]) - Number(b[step]));

const collectionsWith = (step: 'removalStep' | 'restoreStep'): readonly CollectionOf[] => [
  ...new Map(
    kindsWith(step).map(({ pattern: { PK, SK }, [step]: ofKind }) => {
      const isWhole = KINDS.every((other) => other.pattern.PK !== PK || other[step] === ofKind);
      const sortPrefix = isWhole ? '' : SK.replace(/<.*/s, '');
      return [PK + sortPrefix, (id: string) => ({ PK: PK.replace('<enp>', id), sortPrefix })] as const;
    }),
  ).values(),
];

/** The item collections that are removed with an endpoint, in order. */
export const COLLECTIONS_OF_ENDPOINT = /* @__PURE__ */ collectionsWith('removalStep');

/** The item collections that a restored endpoint gets back, in order. */
export const RESTORED_COLLECTIONS = /* @__PURE__ */ collectionsWith('restoreStep');

/** Partitions whose items are removed with an endpoint. */
export const PARTITIONS_OF_REMOVAL = [
  ...new Set(kindsWith('removalStep').map(({ pattern }) => partitionOf(pattern.PK))),
];
