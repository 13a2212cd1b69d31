import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const FOLDERS = ['shared', 'lambdas', 'infra', 'site'];

/** A unit by itself is no time. */
const UNIT = /^(?:(?:SECOND|MINUTE|HOUR|DAY)_(?:MS|S)|HOUR_MINUTES)$/;

const WORDS: Record<string, RegExp> = {
  now: /\bDate\.now\b|\bDate\(\)|\bperformance\.now\b|\bTemporal\b/,
  ttl: /\bttl\b/,
  delay: /\bdelayS\b|\bDelaySeconds\b|\bVisibilityTimeout\b/,
  timer: /\bset(?:Timeout|Interval)\b|\bnode:timers\b/,
  duration:
    /\bDuration\.|DeploymentConfig\.|[a-z](?:Ms|S|Sec|Seconds|Minutes|Hours|Days)['"]?(?::| =) [1-9]|\bmaxAge: |max-age=\d/,
  schedule: /\bSchedule\.|scheduleExpression\b|['"`](?:rate|cron|at)\(/i,
};

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The uses of time in a file, as `HAPPENINGS` names them. */
export function usesIn(source: string): string[] {
  const code = withoutComments(source);
  const constants = [
    ...code.matchAll(/\bconst ([A-Z][A-Z0-9_]*_(?:MS|S|SECONDS|MINUTES|HOURS|DAYS)(?:_MAX|_MIN)?)\b/g),
  ];
  return [
    ...constants.map(([, name = '']) => name).filter((name) => !UNIT.test(name)),
    ...Object.keys(WORDS).filter((word) => WORDS[word]?.test(code)),
  ];
}

/** All uses of time in functions, template, commands and pages, as `file: use`. */
export function usesOfTime(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return files.flatMap((file) => usesIn(readFileSync(ROOT + file, 'utf8')).map((use) => `${file}: ${use}`));
}

/** The same of a declaration. */
export const declaredIn = (uses: Record<string, string>): string[] =>
  Object.entries(uses).flatMap(([file, words]) => words.split(' ').map((use) => `${file}: ${use}`));
