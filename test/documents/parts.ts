import * as z from 'zod';
import { ALARMS_BY_SETTING, ESSENTIAL_ALARMS } from '../../infra/constructs/monitoring/alarmKinds.ts';
import { factsOf } from '../../infra/operator/cost/stackFacts.ts';
import { REGIONS, REGIONS_WITHOUT_BUDGETS } from '../../infra/regions.ts';
import { SETTING_FIELDS } from '../../infra/settings.ts';
import { OPERATIONS } from '../../shared/contract/operations/index.ts';
import { OBJECT_KINDS } from '../../shared/files/objectKinds.ts';
import { erasureOf, ITEM_KINDS, type ItemKind } from '../../shared/storage/itemKinds.ts';
import { TAKEOVERS } from '../service/security/support/takeovers.ts';
import { synthesizeStacks } from '../support/cloud/stack.ts';
import { document as openApi } from '../support/site/document.ts';
import { readDocument } from '../support/site/documents.ts';
import { billTable, extrasTable, hourTable, waysTable } from './costTables.ts';
import { floodTable } from './flood.ts';
import { markdownTable } from './markdownTable.ts';

/** The rows that a table has now, whose order is hand-written in some. */
type Now = readonly string[][];

/** Puts rows into the order that they have now, and new ones last. */
function inOrder<Row extends [first: string, ...string[]]>(now: Now, rows: Row[]): Row[] {
  const order = now.map(([first]) => first);
  const place = ([first]: Row): number => (order.includes(first) ? order.indexOf(first) : order.length);
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** The parts of documents that are derived from code, each between two comments with its name. */
type Parts = Record<string, Record<string, (now: Now) => string>>;

export async function readParts(): Promise<Parts> {
  const [essential, full] = await synthesizeStacks({}, { monitoring: 'full' });
  const [facts, fullFacts] = [factsOf(essential.template), factsOf(full.template)];
  return {
    'README.md': { operations: operationsTable },
    'docs/alarms.md': { essential: essentialList },
    'docs/architecture.md': { items: itemsTable },
    'docs/bounds.md': { flood: () => floodTable(facts) },
    'docs/cost.md': { cost: () => billTable(facts, fullFacts), extras: () => extrasTable(facts), ways: waysTable },
    'docs/data.md': { items: itemsDataTable, objects: objectsTable },
    'docs/deploying.md': {
      regions: () => REGIONS.join(', '),
      'regions-without-budgets': () => REGIONS_WITHOUT_BUDGETS.join(', '),
    },
    'docs/scale.md': { hour: () => hourTable(facts) },
    'docs/settings.md': { settings: settingsTable },
    'docs/threat-model.md': { takeovers: takeoversTable },
  };
}

const METHODS = ['POST', 'GET', 'PUT', 'DELETE'];

function operationsTable(now: Now): string {
  const paths = [...new Set(OPERATIONS.map(({ path }) => path))];
  const rows = paths.map((path): [string, string] => {
    const operations = OPERATIONS.filter((operation) => operation.path === path);
    const byMethod = operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
    const links = byMethod.map(({ method, id, group }) => `${method} [${id}](lambdas/${group}/${id}.ts)`);
    return [`\`${path}\``, links.join(', ')];
  });
  return markdownTable(['Path', 'Operations, each with its handler'], inOrder(now, rows));
}

const essentialList = () =>
  [
    ...ESSENTIAL_ALARMS.map((name) => `\`${name}\``),
    ...ALARMS_BY_SETTING.map((name) => `\`${name}\` with its setting`),
  ].join(', ');

const takeoversTable = () =>
  markdownTable(
    ['What', 'Functions'],
    TAKEOVERS.map(({ what, by, inWords }) => [what, inWords ?? (by.map((name) => `\`${name}\``).join(', ') || 'none')]),
  );

const itemsTable = () =>
  markdownTable(
    ['Item', 'PK', 'SK'],
    Object.entries(ITEM_KINDS).map(([name, { pattern }]) => [name, `\`${pattern.PK}\``, `\`${pattern.SK}\``]),
  );

const exportOf = (exported: { to: string } | { not: string }): string =>
  'to' in exported ? `\`${exported.to}\`` : `no: ${exported.not}`;

/** Kinds of items by what removal and erasure do with them. */
function itemsDataTable(): string {
  const rows = Object.entries<ItemKind>(ITEM_KINDS).map(([name, kind]) => {
    const { deletedWithEndpoint, removalStep, namesEndpoint } = kind;
    const afterEndpoint = removalStep ? 'removed in the background' : namesEndpoint ? 'stays, and expires' : '–';
    const withEndpoint = deletedWithEndpoint ? 'deleted in one write' : afterEndpoint;
    return { name, fate: `${withEndpoint}|${erasureOf(kind)}` };
  });
  const fates = [...new Set(rows.map(({ fate }) => fate))];
  return markdownTable(
    ['Items', 'With their endpoint', 'With their workspace'],
    fates.map((fate) => {
      const names = rows.filter((row) => row.fate === fate).map(({ name }) => name);
      return [names.join(', '), ...fate.split('|')];
    }),
  );
}

const objectsTable = () =>
  markdownTable(
    ['Object', 'Export', 'With its submission', 'With its endpoint and its workspace', 'By a rule'],
    Object.values(OBJECT_KINDS).map(({ pattern, exported, removedWith }) => {
      const [withSubmission, byRule] = ['submission', 'rule'].map((what) => (removedWith === what ? 'yes' : 'no'));
      return [`\`${pattern}\``, exportOf(exported), `${withSubmission}`, 'yes', `${byRule}`];
    }),
  );

function defaultOf(field: z.ZodType): string {
  if (field instanceof z.ZodDefault) return `\`${field.def.defaultValue}\``;
  return field.safeParse(undefined).success ? '–' : 'required';
}

const settingsTable = () =>
  markdownTable(
    ['Name', 'Default', 'Meaning'],
    Object.entries(SETTING_FIELDS).map(([name, field]) => [`\`${name}\``, defaultOf(field), `${field.description}`]),
  );

/** Files with outdated derived parts, each with its up-to-date text. */
export async function staleFiles(): Promise<{ file: string; text: string }[]> {
  const parts = await readParts();
  const files = [
    ...Object.entries(parts).map(([file, own]) => ({ file, text: withParts(readDocument(file), own) })),
    { file: 'docs/openapi.json', text: `${JSON.stringify(openApi, null, 2)}\n` },
  ];
  return files.filter(({ file, text }) => readDocument(file) !== text);
}

function withParts(text: string, parts: Parts[string]): string {
  return Object.entries(parts).reduce((whole, [name, render]) => {
    const part = new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=\n<!-- /${name} -->)`);
    return whole.replace(part, (before) => render(before.split('\n').map((row) => row.slice(2, -2).split(' | '))));
  }, text);
}
