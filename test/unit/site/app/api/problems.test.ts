import { describe, expect, test } from '@jest/globals';
import { invalidInput } from '../../../../../shared/contract/errors.ts';
import { problemsByField } from '../../../../../site/app/api/problemsByField.ts';
import { RequestFailed } from '../../../../../site/app/api/requestFailed.ts';
import { refusalOf } from '../../../../support/parsedRequest.ts';
import { BAD_ENDPOINT_FIELDS } from '../../../../support/samples/fields.ts';

const problemsOf = (message: string, body: object) => problemsByField(new RequestFailed({ message }), body);

describe('an API error about a form', () => {
  test.each(BAD_ENDPOINT_FIELDS)('is shown at the field %s with %s', async (field, _what, value, path = field) => {
    const expected = path.replace(/^(?:confirmation|files)\./, '');
    const json = { [field]: value };
    const refusal = await refusalOf('updateEndpoint', { params: { id: 'enp_1' }, json });
    expect(Object.keys(problemsOf(refusal.json.message, json))).toEqual([
      /^(?:confirmation|files)$/.test(field) ? expected : field,
    ]);
  });

  test('is a sentence, and names the item of a list', () => {
    const body = { name: '', targetEmails: ['ada@example.com', 'nobody', 'none'] };
    const problems = ['name must have 4 to 64 characters', 'targetEmails[1] must be an email address', 'name is odd'];
    const { message } = invalidInput('body', [...problems, 'captcha.siteKey is missing']);
    expect(problemsOf(message, body)).toEqual({
      name: 'Must have 4 to 64 characters.',
      targetEmails: 'nobody must be an email address.',
      captcha: 'Is missing.',
    });
  });

  test.each(['The endpoint already exists.', 'The body is not JSON.', '', 'The body is invalid'])(
    'belongs to no field if it is %j',
    (message) => expect(problemsOf(message, {})).toEqual({}),
  );
});
