import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  HONEYPOT_FIELD,
  ID_FIELD,
  NEXT_FIELDS,
  OTHER_HONEYPOTS,
  otherControls,
  SUBJECT_FIELD,
  UPLOADS_FIELD,
} from '../../../shared/contract/controlFields.ts';
import * as limits from '../../../shared/contract/limits.ts';
import { CONFIRMATIONS_DOCS } from '../../../shared/contract/operations/confirmationsDocs.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { INTRODUCTION } from '../../../shared/openapi/introduction.ts';
import { ERROR_ADVICE } from '../../../site/errorPages/errorAdvice.ts';

const read = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
const guide = (name: string): string => read(`site/guide/pages/${name}.md`);

describe('the API reference', () => {
  test('says that operations without a key are those of forms and mails, and of signing in', () => {
    const paths = (OPERATIONS as readonly Operation[]).filter((each) => each.permission === 'public');
    expect(paths.map(({ id }) => id).sort()).toEqual([
      'answerConfirmation',
      'createSubmission',
      'createUpload',
      'muteSignInCodes',
      'openUnsubscribePage',
      'requestSignInCode',
      'retrieveChallenge',
      'retrieveRules',
      'signIn',
      'unsubscribe',
    ]);
    expect(INTRODUCTION[0]?.text).toContain('except those for forms, links in mails and signing in');
  });

  test('says which language the test of a confirmation has', () => {
    expect(CONFIRMATIONS_DOCS.testConfirmation.description).toMatch(
      /confirmation’s `language`, by default .*`Accept-Language`/,
    );
  });

  test('says that an error can have issues', () => {
    expect(INTRODUCTION.find(({ title }) => title === 'Errors')?.text).toContain('`issues`');
    expect(read('site/errorPages/errorPages.ts')).toContain("['issues', ");
  });
});

describe('the page of an error names', () => {
  test.each([
    ['FORBIDDEN', ['`allowedOrigins`', 'read-only', 'firewall', 'infected']],
    ['TOO_MANY_REQUESTS', ['`Retry-After`']],
    [
      'USAGE_EXCEEDED',
      [limits.ENDPOINTS_PER_WORKSPACE_MAX, limits.KEYS_PER_WORKSPACE_MAX, limits.WEBHOOKS_PER_ENDPOINT_MAX].map(
        (limit) => `already has ${limit.toLocaleString('en')} `,
      ),
    ],
  ] as const)('%s: %s', (code, texts) => {
    const { when, remedy } = ERROR_ADVICE[code];
    for (const text of texts) expect([...when, ...remedy].join('\n')).toContain(text);
  });
});

describe('the guide', () => {
  test('names every field that is left out of the data', () => {
    for (const field of [HONEYPOT_FIELD, SUBJECT_FIELD, ...NEXT_FIELDS, UPLOADS_FIELD, ID_FIELD, '_charset_']) {
      expect(guide('forms')).toContain(`\`${field}\``);
    }
  });
});

describe('the guide’s table of other services', () => {
  const rows = [...readFileSync('site/guide/pages/moving.md', 'utf8').matchAll(/^\| (`.*?) \| [^|]+ \| (.*) \|$/gm)];
  const names = rows.flatMap(([, cell = '', here = '']) =>
    [...cell.matchAll(/`(.*?)`/g)].map(([, name = '']) => ({ name, here })),
  );
  const key = 'ba6f3c50-1c1a-4f47-9b0c-0c6b4b1d3f7e';
  const others = otherControls(Object.fromEntries(names.map(({ name }) => [name, key])));

  test.each(names)('is right about $name', ({ name, here }) => {
    const isHoneypot = OTHER_HONEYPOTS.some((honeypot) => honeypot === name);
    expect([name, others.has(name)]).toEqual([name, isHoneypot || /Ignored|ignored/.test(here)]);
  });

  test('has every honeypot', () => {
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([HONEYPOT_FIELD, ...OTHER_HONEYPOTS]));
  });
});

describe('the stated requirements', () => {
  const { engines, optionalDependencies } = JSON.parse(read('package.json'));
  const version = `Node.js ${read('.nvmrc').trim()} (${engines.node.replace('>=', '')} at least)`;

  test('are Linux (x64), since only its engine is installed', () => {
    expect(Object.keys(optionalDependencies)).toEqual(['@dynoxide/linux-x64']);
  });

  test.each(['README.md', 'CONTRIBUTING.md', 'docs/deploying.md', 'site/guide/pages/local.md'])('is in %s', (file) => {
    expect(read(file)).toContain(version);
    // Deploying needs no engine.
    if (!file.includes('deploying')) expect(read(file)).toContain('on Linux (x64)');
  });
});
