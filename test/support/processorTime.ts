const TRIES = 5;

/** Whether some work takes less than so much processor time, at least once: the rest of the process works beside it. */
export const takesLessThan = (ms: number, work: () => unknown): boolean =>
  Array.from({ length: TRIES }).some(() => processorMs(work) < ms);

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
