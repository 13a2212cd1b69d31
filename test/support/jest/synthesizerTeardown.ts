export default async function stopSynthesizer(): Promise<void> {
  const run = globalThis as unknown as { stopSynthesizer?: () => Promise<void> };
  await run.stopSynthesizer?.();
  delete run.stopSynthesizer;
}
