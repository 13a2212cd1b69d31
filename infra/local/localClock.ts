export type OnMoved = () => void;

/**
 * The time by which presigned URLs and objects expire. Tests move it ahead for their own key prefix, so that they do
 * not disturb each other.
 */
export class LocalClock {
  readonly #ahead = new Map<string, number>();
  onMoved: OnMoved = () => undefined;
  onTick: () => Promise<unknown> = async () => undefined;

  /** @param aheadMs 0 for the machine's time */
  move(keyPrefix: string, aheadMs: number): void {
    if (aheadMs === 0) this.#ahead.delete(keyPrefix);
    else this.#ahead.set(keyPrefix, aheadMs);
    this.onMoved();
  }

  /** The time for an object, in milliseconds since 1970. */
  nowFor(key: string): number {
    const moved = [...this.#ahead].filter(([prefix]) => key.startsWith(prefix)).map(([, aheadMs]) => aheadMs);
    return Date.now() + Math.max(0, ...moved);
  }

  toJSON(): { keyPrefix: string; aheadMs: number }[] {
    return [...this.#ahead].map(([keyPrefix, aheadMs]) => ({ keyPrefix, aheadMs }));
  }
}
