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

/** The text of all pages, each command in one line. */
const text = PAGES.map((page) => readFileSync(join(ROOT, page), 'utf8').replace(/\\\n\s*/g, ' ')).join('\n');

/** Commands of AWS's command line that stand anywhere as code, one within another apart. */
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

/** Commands that deploy, with their options. */
const deployments = [...text.matchAll(/npm run deploy\b(?: --(?= ))?([^`\n]*)/g)].map(([, options = '']) => options);

describe('commands that deploy, in the documents', () => {
  test('are those of npm run deploy, which compares settings: the CDK itself does not', () => {
    expect(deployments.length).toBeGreaterThan(10);
    const guide = readdirSync(join(ROOT, 'site/guide'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|sh)$/.test(file))
      .map((file) => readFileSync(join(ROOT, 'site/guide', file), 'utf8'));
    expect([text, ...guide].flatMap((page) => page.match(/.*cdk deploy\b.*/g) ?? [])).toEqual([]);
  });

  test('name no setting but the stage, and canary, which is of one deployment: settings belong in cdk.json', () => {
    const given = deployments.flatMap((options) => [...options.matchAll(/(?:--context|-c) (\w+)=([^\s]+)/g)]);
    const names = given.map(([, name]) => name);
    expect([...new Set(names)].sort()).toEqual(['canary', 'stage']);
    for (const [, name = '', value] of given) {
      const read = () =>
        readSettings((each) => (each === name ? value : undefined), { senderAddress: 'a@example.com' });
      expect(read).not.toThrow();
    }
  });

  test('have options that there are', () => {
    const options = deployments.flatMap((each) => each.match(/(?<= )--[a-z-]+/g) ?? []);
    expect([...new Set(options)].sort()).toEqual(['--context', '--forget', '--require-approval']);
  });
});

describe('settings for cdk.json in the documents', () => {
  const contexts = [...text.matchAll(/```json\n(\{\n {2}"context"[\s\S]*?)```/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

  test('exist, and take the values that they are given', () => {
    expect(contexts.length).toBeGreaterThan(2);
    for (const { context } of contexts) {
      // An ARN with an ellipsis is to be filled in.
      const filledIn = JSON.parse(
        JSON.stringify(context).replaceAll('us-east-1:…', 'us-east-1:123456789012:certificate/1'),
      );
      const names = Object.keys(filledIn).filter((name) => name !== 'stages');
      expect(Object.keys(SETTING_FIELDS)).toEqual(expect.arrayContaining(names));
      expect(() => readSettings((name) => filledIn[name], { senderAddress: 'a@example.com' })).not.toThrow();
    }
  });
});

describe('commands of the CDK in the documents', () => {
  /** Those that test/service/operator/deployCommands.test.ts runs, and `rollback`, which takes the name of the stack alone. */
  const RUN = ['list', 'bootstrap', 'diff', 'destroy', 'rollback'];

  test('are those that are run against a made-up account', () => {
    const used = [...text.matchAll(/npx cdk ([a-z]+)/g)].map(([, command]) => command ?? '');
    expect([...new Set(used)].sort()).toEqual([...RUN].sort());
  });
});
