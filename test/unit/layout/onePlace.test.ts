import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { sourceFiles } from '../../service/security/support/source.ts';

/** The service's own code, without the local stand-in for DynamoDB, which parses expressions. */
const FILES = sourceFiles('lambdas', 'shared', 'infra', 'local', 'site').filter(
  (file) => !file.startsWith('local/aws/'),
);

const filesWith = (pattern: RegExp): string[] => FILES.filter((file) => pattern.test(readFileSync(file, 'utf8')));

test('only shared/storage writes DynamoDB expressions', () => {
  const found = filesWith(/\b(?:KeyCondition|Condition|Update|Projection|Filter)Expression\b|\bExpressionAttribute/);
  expect(found).toContain('shared/storage/table/expressions.ts');
  expect(found.filter((file) => !file.startsWith('shared/storage/'))).toEqual([]);
});

test('only the table and setup call DynamoDB', () => {
  const isCalling = /^import (?!type).*?from '@aws-sdk\/(?:client|lib)-dynamodb';/ms;
  const imports = filesWith(/@aws-sdk\/(?:client|lib)-dynamodb'/).filter((file) =>
    readFileSync(file, 'utf8')
      .split(/;\n/)
      .some((statement) => isCalling.test(`${statement.trim()};`)),
  );
  expect(imports.filter((file) => !file.startsWith('infra/operator/setup/'))).toEqual([
    'shared/storage/table/client.ts',
    'shared/storage/table/table.ts',
  ]);
});

test('only one loop follows the pages of a query', () => {
  expect(filesWith(/\bLastEvaluatedKey\b/)).toEqual([
    'shared/storage/table/paging.ts',
    'shared/storage/table/table.ts',
  ]);
});

test('only one file of the dashboard sends requests', () => {
  const found = filesWith(/\bfetch\(|XMLHttpRequest|sendBeacon/).filter((file) => file.startsWith('site/app/'));
  // The other one is an example for the reader.
  expect(found).toEqual(['site/app/api/client.ts', 'site/app/endpoints/snippets.ts']);
});
