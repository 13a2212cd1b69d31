import { expect, test } from '@jest/globals';
import { orderInJson } from '../../../../../shared/contract/fieldOrder.ts';
import { SubmissionCreate } from '../../../../../shared/contract/schemas/submissions/submissionCreate.ts';

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const blanks = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":""`).join(',');

test.each([
  ['few fields', '{"a":DEEP}'],
  ['more blank fields than others may have', `{${blanks(201)},"a":DEEP}`],
  ['fields whose order an object does not keep', '{"b":0,"1":DEEP}'],
])('data of any depth is refused without an overflow: %s', (_what, template) => {
  const json = template.replace('DEEP', DEEP);
  const data = JSON.parse(json);
  expect(orderInJson(json, data)).toBeUndefined();
  expect(SubmissionCreate.safeParse(data).error?.issues).toEqual([
    expect.objectContaining({ message: 'may be at most 10 levels deep' }),
  ]);
});
