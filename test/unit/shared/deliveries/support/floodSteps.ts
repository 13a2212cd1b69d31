import fc from 'fast-check';

/** Newer records are delivered for the first time, older ones again. */
export const SOURCE_STEPS = [
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('stream' as const),
      from: fc.nat({ max: 30 }),
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('queue' as const) }) },
] as const;

const FAULTS = ['killed before', 'killed after', 'answer lost', 'throttled', 'unavailable', 'refused'] as const;

/** Up to three, each at one of the first calls. */
export const faultsWithin = (calls: number) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: calls }), fc.constantFrom(...FAULTS)), { maxLength: 3 });
