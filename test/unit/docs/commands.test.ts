import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../../infra/readSettings.ts';
import { DOCUMENTS, readDocument } from '../../support/site/documents.ts';

const text = DOCUMENTS.filter((page) => page !== 'CHANGELOG.md')
  .map((page) => readDocument(page).replace(/\\\n\s*/g, ' '))
  .join('\n');

test('commands of AWS that list deployments name their group, which AWS requires', () => {
  const lists = text.match(/aws deploy list-deployments [^`\n]*/g) ?? [];
  expect(lists).toEqual([expect.stringContaining('--deployment-group-name')]);
});

/** Commands that deploy, with their options. */
const deployments = [...text.matchAll(/npm run deploy\b(?: --(?= ))?([^`\n]*)/g)].map(([, options = '']) => options);

/** Blocks of cdk.json. */
const contexts = [...text.matchAll(/```json\n(\{\n {2}"context"[\s\S]*?)```/g)].map(
  ([, json = '']) => JSON.parse(json.replaceAll('us-east-1:…', 'us-east-1:123456789012:certificate/1')).context,
);

describe('deployments in the documents', () => {
  test('use npm run deploy, which compares settings, instead of the CDK', () => {
    expect(deployments.length).toBeGreaterThan(10);
    const guide = readdirSync('site/guide', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:md|sh)$/.test(file))
      .map((file) => readDocument(`site/guide/${file}`));
    expect([text, ...guide].flatMap((page) => page.match(/npx cdk deploy\b.*|one `cdk deploy`/g) ?? [])).toEqual([]);
  });

  test('pass no settings except stage and canary: the others belong in cdk.json', () => {
    const given = deployments.flatMap((options) => [...options.matchAll(/(?:--context|-c) (?!name=)(\w+)=/g)]);
    expect([...new Set(given.map(([, name]) => name))].sort()).toEqual(['canary', 'stage']);
  });

  test('have options that exist', () => {
    const options = deployments.flatMap((each) => each.match(/(?<= )--[a-z-]+/g) ?? []);
    expect([...new Set(options)].sort()).toEqual(['--context', '--forget', '--without-record', '--yes']);
  });

  test('have settings for cdk.json that exist, with values that they accept', () => {
    expect(contexts.length).toBeGreaterThan(2);
    for (const context of contexts) {
      expect(() => readSettings({ senderAddress: 'a@example.com', ...context })).not.toThrow();
    }
  });
});

describe('commands of the CDK in the documents', () => {
  /**
   * Those that test/service/operator/deployCommands.test.ts runs, and `rollback`, which only takes the stack's name.
   */
  const RUN = ['list', 'bootstrap', 'diff', 'destroy', 'rollback'];

  test('are those that tests run against a simulated account', () => {
    const used = [...text.matchAll(/npx cdk ([a-z]+)/g)].map(([, command]) => command ?? '');
    expect([...new Set(used)].sort()).toEqual([...RUN].sort());
  });
});

test('the guide installs packages before it deploys, as the README does', () => {
  expect(readDocument('README.md')).toContain(readDocument('site/guide/examples/setup.sh'));
  const [, byHand = ''] = readDocument('site/guide/pages/deploy.md').split('## Deploy by hand');
  expect(byHand.indexOf('`npm ci`')).toBeGreaterThan(0);
  expect(byHand.indexOf('`npm ci`')).toBeLessThan(byHand.indexOf('bootstrap.sh'));
});
