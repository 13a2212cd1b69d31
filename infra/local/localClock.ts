/** Calls what keeps to the time, once it was moved. */
export type OnMoved = () => void;

/**
 * The time by which presigned addresses and objects expire. Tests move it ahead, for objects whose keys begin with a text of
 * theirs alone, so that they stay out of each other's way.
 */
export class LocalClock {
  readonly #ahead = new Map<string, number>();
  /** Is called each time the clock was moved. */
  onMoved: OnMoved = () => undefined;
  /** Invokes the functions that have a schedule. */
  onTick: () => Promise<unknown> = async () => undefined;

  /** @param aheadMs 0 for the time of this machine */
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
