/** Rights that no recorded call needs, each with the reason why its function has it nevertheless. */
const UNNEEDED: Record<string, string> = {
  'notifySubmission: ses:GetAccount':
    'made before the simulated part of the function; without it, mails are sent at the configured rate, and a warning says so',
};

/**
 * Judges the rights that no call needs, as `function: right of statement N, …`. Each has to be declared, and each
 * declared one has to be among them.
 */
export function judge(survivors: readonly string[], declared = UNNEEDED): { lines: string[]; isWrong: boolean } {
  const nameOf = (survivor: string): string => survivor.replace(/ of statement .*$/, '');
  const wrong = [
    ...survivors.filter((survivor) => declared[nameOf(survivor)] === undefined),
    ...Object.keys(declared)
      .filter((name) => !survivors.some((survivor) => nameOf(survivor) === name))
      .map((name) => `${name} is declared as unneeded, but a call needs it or no policy has it`),
  ];
  const known = survivors.map(nameOf).flatMap((name) => (declared[name] ? [`${name} (${declared[name]})`] : []));
  return { lines: [...wrong, ...known], isWrong: wrong.length > 0 };
}
