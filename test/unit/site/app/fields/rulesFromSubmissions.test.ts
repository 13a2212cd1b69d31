import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../../shared/contract/schemas/fieldRules.ts';
import { checkRules } from '../../../../../shared/fields/checkRules.ts';
import { judgeFields } from '../../../../../shared/fields/judge.ts';
import { openBrowser } from '../../../../support/browser.ts';
import { pageWithModule } from '../../../../support/moduleInBrowser.ts';
import { ofSuite } from '../../../../support/ofSuite.ts';
import { Random } from '../../../../support/simulator/random.ts';

const browser = ofSuite(openBrowser);
const page = ofSuite(() => pageWithModule(browser, 'site/app/fields/rulesFromSubmissions.ts'));

const derive = (submissions: readonly object[]): Promise<FieldRule[]> =>
  page.evaluate(`tested.rulesFromSubmissions(${JSON.stringify(submissions)})`);
const typeOf = async (...values: unknown[]) => (await derive(values.map((a) => ({ data: { a } }))))[0]?.type;

describe('the rules derived from submissions', () => {
  test.each<[type: string, values: unknown[]]>([
    ['email', ['ada@example.com', 'bob@example.org', '']],
    ['url', ['https://example.com', 'http://example.org/a']],
    ['text', ['https://example.com', 'example.com']],
    ['date', ['2026-11-24', '2026-12-31']],
    ['time', ['09:30', '17:00']],
    ['datetime-local', ['2026-11-24T09:30']],
    ['month', ['2026-11']],
    ['week', ['2026-W48']],
    ['color', ['#ff8800']],
    ['number', ['1', '2.5', '-3']],
    ['number', [1, 2.5]],
    ['tel', ['0612345678', '+31 6 1234 5678']],
    ['text', ['01067', '90210']],
    ['checkbox', ['on', 'on']],
    ['checkbox', [true, false]],
    ['textarea', ['Hello\nAda']],
    ['textarea', ['x'.repeat(200)]],
    ['text', ['Hello', '']],
    ['text', ['', null]],
  ])('have the type %s for %j', async (type, values) => {
    expect(await typeOf(...values)).toBe(type);
  });

  test('require fields that at least five submissions all have, and recognize lists, files and non-fields', async () => {
    const one = (more: object) => ({
      data: { name: 'Ada', zip: '90210', nested: { a: 1 }, _replyto: 'a@example.com', ...more },
      files: [{ field: 'cv' }],
    });
    const submissions = [{ tags: ['a', 'b'] }, { tags: 'a' }, {}, { extra: '' }, {}].map(one);
    const rules = [
      { name: 'name', type: 'text', required: true },
      { name: 'zip', type: 'text', required: true },
      { name: 'tags', type: 'text', multiple: true },
      { name: 'cv', type: 'file', required: true },
      { name: 'extra', type: 'text' },
    ];
    expect((await derive(submissions)).toSorted(byName)).toEqual(rules.toSorted(byName));
    expect((await derive(submissions.slice(1))).filter(({ required }) => required)).toEqual([]);
  });

  test('are valid, and accept all of the random submissions', async () => {
    const random = new Random(1);
    const samples = [
      '',
      'on',
      'Ada',
      'ada@example.com',
      '12',
      '007',
      '1e3',
      '2026-11-24',
      'https://a.example/',
      '#ff8800',
      'a\nb',
    ];
    const values = [...samples, 3, 1.5, true, false, null, ['a', 'b'], ['1', '2']];
    for (let round = 0; round < 50; round++) {
      const few = Array.from({ length: 1 + random.below(3) }, () => random.pick(values));
      const all = Array.from({ length: 1 + random.below(8) }, () => ({
        data: { a: random.pick(few), b: random.pick(few) },
      }));
      const fields = await derive(all);
      if (fields.length > 0) checkRules(fields);
      for (const { data } of all)
        expect({ data, found: judgeFields({ fields }, { data, files: [] }) }).toEqual({ data, found: [] });
    }
  });
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
