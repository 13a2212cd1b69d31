import { randomUUID } from 'node:crypto';
import { ABSENT } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { spentChallengeKey } from './itemKeys.ts';
import type { TableAccess } from './table.ts';

/** Longer than any challenge is valid; the table's TTL removes it later. */
const KEPT_S = 86_400;

export class Challenges {
  readonly #table: Pick<TableAccess, 'put'>;

  constructor(table: Pick<TableAccess, 'put'>) {
    this.#table = table;
  }

  /**
   * Marks a challenge as spent: one put.
   * @returns whether it was unspent
   */
  async spend(endpointId: string, mark: string): Promise<boolean> {
    // Identifies this attempt, in case its response is lost and the client retries.
    const attempt = randomUUID();
    const ttl = Math.floor(Date.now() / 1_000) + KEPT_S;
    return ifConditionHolds(
      this.#table.put(
        { ...spentChallengeKey(mark), endpointId, attempt, ttl },
        {
          ConditionExpression: `${ABSENT.ConditionExpression} OR attempt = :attempt`,
          ExpressionAttributeValues: { ':attempt': attempt },
        },
      ),
    );
  }
}
