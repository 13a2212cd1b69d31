import type { DynamoDb } from '../aws/dynamodb.ts';
import { Loop } from '../process/loop.ts';

const INTERVAL_MS = 10_000;

/** Sequence number of the last record that a reader has passed, by shard. */
export type Positions = Readonly<Record<string, string>>;

/**
 * Removes stream records that every reader has passed: the embedded engine keeps them for good, and they take more than
 * half of its file. Setting tags on its table fires a trigger in its database (`ADDITIONS`), which deletes them.
 */
export class StreamTrim {
  readonly #db: Pick<DynamoDb, 'call'>;
  readonly #tableArn: string;
  readonly #readers: readonly { positions: Positions }[];
  readonly #loop = new Loop('The removal of old stream records');
  #trimmed = '';

  constructor(db: Pick<DynamoDb, 'call'>, streamArn: string, readers: readonly { positions: Positions }[]) {
    this.#db = db;
    this.#tableArn = streamArn.split('/stream/')[0] ?? '';
    this.#readers = readers;
  }

  start(): void {
    this.#loop.start(async () => {
      await this.#loop.pause(INTERVAL_MS);
      await this.trim();
    });
  }

  async trim(): Promise<void> {
    const [first = {}, ...others] = this.#readers.map(({ positions }) => positions);
    const Tags = Object.entries(first)
      .filter(([shard]) => others.every((positions) => positions[shard] !== undefined))
      .map(([Key, number]) => {
        const numbers = [number, ...others.map((positions) => positions[Key] ?? '0')].map(BigInt);
        return { Key, Value: String(numbers.reduce((a, b) => (a < b ? a : b))) };
      });
    const text = JSON.stringify(Tags);
    if (Tags.length === 0 || text === this.#trimmed) return;
    await this.#db.call('DynamoDB_20120810.TagResource', { ResourceArn: this.#tableArn, Tags });
    this.#trimmed = text;
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }
}
