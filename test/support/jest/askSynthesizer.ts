/** The answer of the run's synthesizer (synthesizer.ts); nothing outside of Jest. */
export async function askSynthesizer<Answer>(path: '/stacks' | '/app', given: unknown): Promise<Answer | undefined> {
  const url = process.env.FORMS_TEST_SYNTHESIZER;
  if (!url) return undefined;
  const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(given) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
