import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { REMAINS_ELSEWHERE } from '../../../infra/operator/erase/remainsElsewhere.ts';
import { RETENTION_DAYS, UPLOADS_GONE_DAYS } from '../../../infra/retention.ts';
import { SETTING_FIELDS, SETTING_LOSSES } from '../../../infra/settings.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { OBJECT_KINDS } from '../../../shared/files/objectKinds.ts';
import { erasureOf, ITEM_KINDS, type ItemKind } from '../../../shared/storage/itemKinds.ts';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** The rows of a table between two comments with its name, without its header. */
function rowsOf(name: string, document: string): string[] {
  const [, table = ''] = new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)<!-- /${name} -->`).exec(read(document)) ?? [];
  return table.trim().split('\n').slice(2);
}

function defaultOf(field: z.ZodType): string {
  if (field instanceof z.ZodDefault) return `\`${field.def.defaultValue}\``;
  return field.safeParse(undefined).success ? '–' : 'required';
}

const METHODS = ['POST', 'GET', 'PUT', 'DELETE'];

describe('the table of the README', () => {
  test('has every path with its operations, each with a link to its handler', () => {
    const paths = [...new Set(OPERATIONS.map(({ path }) => path))];
    expect(rowsOf('operations', 'README.md').sort()).toEqual(
      paths
        .map((path) => {
          const operations = OPERATIONS.filter((operation) => operation.path === path);
          const byMethod = operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
          const links = byMethod.map(({ method, id, group }) => `${method} [${id}](lambdas/${group}/${id}.ts)`);
          return `| \`${path}\` | ${links.join(', ')} |`;
        })
        .sort(),
    );
  });
});

describe('the table of docs/settings.md', () => {
  test('has every setting, with default, meaning, and the loss without it', () => {
    expect(rowsOf('settings', 'docs/settings.md')).toEqual(
      Object.entries(SETTING_FIELDS).map(
        ([name, field]) =>
          `| \`${name}\` | ${defaultOf(field)} | ${field.description} |${` ${SETTING_LOSSES.get(name)?.loses ?? ''}`.trimEnd()} |`,
      ),
    );
  });
});

describe('the table of items in docs/architecture.md', () => {
  test('has every item kind with its key', () => {
    const cells = rowsOf('items', 'docs/architecture.md').map((row) => row.split(' | ').slice(0, 3).join(' | '));
    expect(cells).toEqual(
      Object.entries(ITEM_KINDS).map(([name, { pattern }]) => `| ${name} | \`${pattern.PK}\` | \`${pattern.SK}\``),
    );
  });
});

describe('the tables of docs/data.md', () => {
  test('list every kind of item', () => {
    const kinds: [string, ItemKind][] = Object.entries(ITEM_KINDS);
    expect(rowsOf('items', 'docs/data.md')).toEqual(
      kinds.map(([name, kind]) => {
        const { exported, deletedWithEndpoint, removalStep, namesEndpoint } = kind;
        const file = 'to' in exported ? `\`${exported.to}\`` : `no: ${exported.not}`;
        const afterEndpoint = removalStep ? `removed, step ${removalStep}` : namesEndpoint ? 'stays, and expires' : '–';
        const withEndpoint = deletedWithEndpoint ? 'deleted in one write' : afterEndpoint;
        const isOrphanable = removalStep !== undefined || namesEndpoint;
        return `| ${name} | ${file} | ${withEndpoint} | ${isOrphanable ? 'yes' : 'no'} | ${erasureOf(kind)} |`;
      }),
    );
  });

  test('list every kind of object', () => {
    expect(rowsOf('objects', 'docs/data.md')).toEqual(
      Object.values(OBJECT_KINDS).map(({ pattern, exported, removedWith }) => {
        const file = 'to' in exported ? `\`${exported.to}\`` : `no: ${exported.not}`;
        const [withSubmission, byRule] = [removedWith === 'submission', removedWith === 'rule'].map((is) =>
          is ? 'yes' : 'no',
        );
        return `| \`${pattern}\` | ${file} | ${withSubmission} | yes | ${byRule} |`;
      }),
    );
  });

  test('lists everything that an erased workspace leaves elsewhere', () => {
    expect(rowsOf('remains', 'docs/data.md')).toEqual(
      REMAINS_ELSEWHERE.map(({ where, what, days }) => `| ${where} | ${what} | ${days ?? 'until removed'} |`),
    );
  });
});

describe('the table of retention in docs/operations.md', () => {
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));

  test.each([
    ['table `', `in the last ${RETENTION_DAYS.recovery} days`],
    ['queues `DeliveriesMail`, `DeliveriesWebhook`, `DeliveriesFailingWebhook`', `at most ${RETENTION_DAYS.messages}`],
    ['queue `DeliveriesFailed`', `${RETENTION_DAYS.messages} days`],
    ['queue `DeadLetters`', `${RETENTION_DAYS.messages} days`],
    ['bucket `FailedRecords`', `${RETENTION_DAYS.failedRecords} days`],
    ['| Files of submissions | bucket `FileBucket`', `${RETENTION_DAYS.recovery} days more`],
    ['bucket `FileBucket`, below `uploads/`', `up to ${UPLOADS_GONE_DAYS} days`],
    ['| X-Ray |', `${RETENTION_DAYS.traces} days`],
  ])('says of the %s: %s', (where, days) => {
    expect(rows.find((row) => row.includes(where))).toContain(days);
  });
});
