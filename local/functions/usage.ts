export interface FunctionUsage {
  invocations: number;
  /** Calls by DynamoDB action. */
  dynamodb: Record<string, number>;
  readUnits: number;
  writeUnits: number;
  /** The most sequential DynamoDB calls in one invocation. */
  rounds: number;
  /** Requests by S3 action, including those made with the function's presigned URLs. */
  s3?: Record<string, number>;
}

const READ_ACTIONS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

export class Usage {
  #functions = new Map<string, FunctionUsage>();

  addInvocation(name: string, rounds: number): void {
    const usage = this.#of(name);
    usage.invocations++;
    usage.rounds = Math.max(usage.rounds, rounds);
  }

  addCall(name: string, action: string, units: number): void {
    const usage = this.#of(name);
    usage.dynamodb[action] = (usage.dynamodb[action] ?? 0) + 1;
    if (READ_ACTIONS.has(action)) usage.readUnits += units;
    else usage.writeUnits += units;
  }

  addRequest(name: string, action: string): void {
    const usage = this.#of(name);
    usage.s3 = { ...usage.s3, [action]: (usage.s3?.[action] ?? 0) + 1 };
  }

  reset(): void {
    this.#functions = new Map();
  }

  toJSON(): Record<string, FunctionUsage> {
    return Object.fromEntries([...this.#functions].sort(([a], [b]) => a.localeCompare(b)));
  }

  #of(name: string): FunctionUsage {
    const usage = this.#functions.get(name) ?? { invocations: 0, dynamodb: {}, readUnits: 0, writeUnits: 0, rounds: 0 };
    this.#functions.set(name, usage);
    return usage;
  }
}
