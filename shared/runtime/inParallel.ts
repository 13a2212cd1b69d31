/** Maps items with at most `atOnceMax` running concurrently. @returns the results in the items' order */
export async function inParallel<T, R>(
  items: readonly T[],
  atOnceMax: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const workOn = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, workOn));
  return results;
}
