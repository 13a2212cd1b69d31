/** Statuses of a read, or of a write that a client can repeat. */
export const READ = { undone: 200, done: 200 };

/** True if a count has grown since it was last asked for, as where each executed attempt adds one. */
export function grows(count: () => number | Promise<number>, atFirst = 0): () => Promise<boolean> {
  let before = atFirst;
  return async () => {
    const now = await count();
    const isMore = now > before;
    before = now;
    return isMore;
  };
}
