import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where functions, the template, operator commands, the scripts of forms and the dashboard are. */
const FOLDERS = ['shared', 'lambdas', 'infra/constructs', 'infra/operator', 'site/forms', 'site/app', 'site/assets'];
const FILES = ['infra/retention.ts'];

/** A unit by itself is no time. */
const UNIT = /^(?:(?:SECOND|MINUTE|HOUR|DAY)_(?:MS|S)|HOUR_MINUTES)$/;

const WORDS: Record<string, RegExp> = {
  now: /\bDate\.now\b|\bnew Date\(\)/,
  ttl: /\bttl\b/,
  delay: /\bdelayS\b|\bDelaySeconds\b/,
  timer: /\bset(?:Timeout|Interval)\b|timers\/promises/,
  duration: /\bDuration\./,
  schedule: /\bSchedule\./,
};

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The uses of time in a file, as `HAPPENINGS` names them. */
export function usesIn(source: string): string[] {
  const code = withoutComments(source);
  const constants = [...code.matchAll(/\bconst ([A-Z][A-Z0-9_]*_(?:MS|S|SECONDS|MINUTES|HOURS|DAYS))\b/g)];
  return [
    ...constants.map(([, name = '']) => name).filter((name) => !UNIT.test(name)),
    ...Object.keys(WORDS).filter((word) => WORDS[word]?.test(code)),
  ];
}

/** All uses of time in what is deployed, as `file: use`. */
export function usesOfTime(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return [...files, ...FILES].flatMap((file) =>
    usesIn(readFileSync(ROOT + file, 'utf8')).map((use) => `${file}: ${use}`),
  );
}

/** The same of a declaration. */
export const declaredIn = (uses: Record<string, string>): string[] =>
  Object.entries(uses).flatMap(([file, words]) => words.split(' ').map((use) => `${file}: ${use}`));
