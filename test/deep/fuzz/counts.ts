export class Counts {
  total = 0;
  readonly #byOperation = new Map<string, Map<number, number>>();

  add(operationId = 'none', status = 0): void {
    this.total++;
    const byStatus = this.#byOperation.get(operationId) ?? new Map<number, number>();
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    this.#byOperation.set(operationId, byStatus);
  }

  has = (operationId: string, status: number): boolean => this.#byOperation.get(operationId)?.has(status) ?? false;

  hasBelow = (operationId: string, status: number): boolean =>
    [...(this.#byOperation.get(operationId)?.keys() ?? [])].some((each) => each < status);

  /** `{"createKey": {"201": 12, "400": 3}}`; requests that reached no operation are under `none`. */
  toJSON(): Record<string, Record<string, number>> {
    const rows = [...this.#byOperation].sort().map(([id, byStatus]) => [id, Object.fromEntries(byStatus)]);
    return Object.fromEntries(rows);
  }

  byStatus(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const byStatus of Object.values(this.toJSON())) {
      for (const [status, count] of Object.entries(byStatus)) sums[status] = (sums[status] ?? 0) + count;
    }
    return sums;
  }
}
