import type { Mutant } from '../../support/mutant.ts';

/** Each makes some schedule end with a wrong index. */
export const MUTANTS: Record<string, Mutant> = {
  'counting a segment again after it was published': {
    file: 'shared/pageIndex/updater.ts',
    from: '({ ...segment, isProvisional: true })',
    to: '({ ...segment })',
  },
  'writing a recount whose number is the same': {
    file: 'shared/pageIndex/updater.ts',
    from: '    return counted.flat();\n',
    to: `    const next = counted.flat();
    const isSame = (segment: Segment, i: number) =>
      segment.end === segments[i]?.end && segment.count === segments[i]?.count && !segments[i]?.isProvisional;
    return next.length === segments.length && next.every(isSame) ? undefined : next;
`,
  },
  "checking the head's version": {
    file: 'shared/pageIndex/store.ts',
    from: 'hasValues({ version })',
    to: "{ ConditionExpression: 'attribute_exists(PK)' }",
  },
  'letting the first head depend on its endpoint': {
    file: 'shared/pageIndex/store.ts',
    from: 'await this.#table.transact([endpointMustExist(endpointId), { Update: update }, ...puts])',
    to: 'await this.#table.transact([{ Update: update }, ...puts])',
  },
  'counting strongly': {
    file: 'shared/pageIndex/store.ts',
    from: 'through, { ConsistentRead: true }',
    to: 'through, { ConsistentRead: false }',
  },
};
