export default async function stopProcesses(): Promise<void> {
  const run = globalThis as unknown as { stopProcesses?: () => Promise<unknown> };
  await run.stopProcesses?.();
  delete run.stopProcesses;
}
