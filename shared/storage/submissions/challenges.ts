import { ABSENT } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { spentChallengeKey } from '../table/itemKeys.ts';
import type { Item, TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';

/** Longer than any challenge is valid; the table's TTL removes it later. */
const KEPT_S = 86_400;

/** Stands for the attempt in a challenge that was given back. */
const GIVEN_BACK = 'given back';

export const SPENT_ATTRIBUTES = ['endpointId', 'attempt', 'ttl'] as const;

const itemOf = (endpointId: string, mark: string, attempt: string): Item => {
  const ttl = Math.floor(Date.now() / 1_000) + KEPT_S;
  return {
    ...spentChallengeKey(mark),
    ...({ endpointId, attempt, ttl } satisfies WrittenFrom<typeof SPENT_ATTRIBUTES>),
  };
};

export class Challenges {
  readonly #table: Pick<TableAccess, 'put'>;

  constructor(table: Pick<TableAccess, 'put'>) {
    this.#table = table;
  }

  /**
   * Marks a challenge as spent: one put.
   * @param attempt random, in case a response is lost and the client retries
   * @param which whether it may be a new one, or only one that was given back
   * @returns whether it was unspent
   */
  async spend(endpointId: string, mark: string, attempt: string, which: 'new' | 'givenBack' = 'new'): Promise<boolean> {
    const conditions = ['attempt = :attempt', 'attempt = :givenBack'];
    if (which === 'new') conditions.push(ABSENT.ConditionExpression);
    return ifConditionHolds(
      this.#table.put(itemOf(endpointId, mark, attempt), {
        ConditionExpression: conditions.join(' OR '),
        ExpressionAttributeValues: { ':attempt': attempt, ':givenBack': GIVEN_BACK },
      }),
    );
  }

  /**
   * Allows a challenge to be spent once more, because the request that spent it has failed.
   * @param attempt the one that spent it, here or with a provider; another one may have since
   */
  async giveBack(endpointId: string, mark: string, attempt: string): Promise<void> {
    await ifConditionHolds(
      this.#table.put(itemOf(endpointId, mark, GIVEN_BACK), {
        ConditionExpression: `${ABSENT.ConditionExpression} OR attempt = :attempt`,
        ExpressionAttributeValues: { ':attempt': attempt },
      }),
    );
  }
}
