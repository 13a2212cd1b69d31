import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readSettings, SETTING_FIELDS } from '../../../infra/settings.ts';
import { AWS_COMMANDS, GLOBAL_OPTIONS } from '../../support/awsCommands.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = [
  ...['README.md', 'SECURITY.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const text = PAGES.map((page) => readFileSync(join(ROOT, page), 'utf8').replace(/\\\n\s*/g, ' ')).join('\n');

const awsCommands = text
  .split(/(?=(?<=^|[`(\s"])aws [a-z0-9-]+ [a-z][a-z0-9-]+)/m)
  .filter((part) => part.startsWith('aws '))
  .flatMap((part) => {
    const [line = ''] = part.split(/[`\n]/);
    const [, command = ''] = /^aws ([a-z0-9-]+ [a-z][a-z0-9-]+)/.exec(line) ?? [];
    return [{ command, options: [...line.matchAll(/(?<=\s)--[a-z-]+/g)].map(([option]) => option) }];
  });

describe('commands of AWS in the documents', () => {
  test('are many', () => {
    expect(awsCommands.length).toBeGreaterThan(50);
  });

  test('are known, with all of their options, and what is known is used', () => {
    const unknown = awsCommands.flatMap(({ command, options }) =>
      AWS_COMMANDS[command] === undefined
        ? [command]
        : options
            .filter((option) => ![...(AWS_COMMANDS[command] ?? []), ...GLOBAL_OPTIONS].includes(option))
            .map((option) => `${command} ${option}`),
    );
    expect(unknown).toEqual([]);
    expect(Object.keys(AWS_COMMANDS).filter((known) => !awsCommands.some(({ command }) => command === known))).toEqual(
      [],
    );
  });

  test('that list deployments name their group, without which AWS refuses', () => {
    const lists = awsCommands.filter(({ command }) => command === 'deploy list-deployments');
    expect(lists).toHaveLength(1);
    expect(lists[0]?.options).toContain('--deployment-group-name');
  });
});

/** The settings passed as `--context name=value` to `npm run deploy`, `npm run synth` and `npx cdk`, by command. */
const deployments = [
  ...text.matchAll(/(?:npm run (?:deploy|synth) -- |npx cdk [a-z]+ )(?!--context name=).*?(?=[`\n]|$)/gm),
].map(([command]) =>
  [...command.matchAll(/--context (\w+)=([^\s`]+)/g)].map(([, name = '', value = '']) => ({ name, value })),
);

describe('settings on the command line in the documents', () => {
  test('exist, and take the values that they are given', () => {
    expect(deployments.length).toBeGreaterThan(10);
    for (const given of deployments) {
      for (const { name } of given)
        expect([name, Object.keys(SETTING_FIELDS)]).toEqual([name, expect.arrayContaining([name])]);
      // Ellipses and variables stand for the reader's values.
      const known = given.filter(({ value }) => !/[…$]/.test(value));
      const values = Object.fromEntries(known.map(({ name, value }) => [name, value]));
      expect(() => readSettings(values, { senderAddress: 'forms@example.com' })).not.toThrow();
    }
  });
});

describe('commands of the CDK in the documents', () => {
  /**
   * Those that test/service/operator/deployCommands.test.ts runs, and `rollback`, which only takes the stack's name.
   */
  const RUN = ['list', 'bootstrap', 'diff', 'destroy', 'rollback'];

  test('are those that are run against a made-up account', () => {
    const used = [...text.matchAll(/npx cdk ([a-z]+)/g)].map(([, command]) => command ?? '');
    expect([...new Set(used)].sort()).toEqual([...RUN].sort());
  });
});
