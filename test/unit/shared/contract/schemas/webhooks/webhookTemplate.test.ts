import { describe, expect, test } from '@jest/globals';
import { WebhookTemplate } from '../../../../../../shared/contract/schemas/webhooks/webhookTemplate.ts';

const problemOf = (template: string) => WebhookTemplate.safeParse(template).error?.issues[0]?.message;

describe('a template', () => {
  test.each([
    '{"text":"{{form}}"}',
    '"{{fields}}"',
    '[1, null, true, {"a": "{{ field.first name }} and {{field.a.b}}"}]',
    '{"a":"{{","b":"}}","c":"{ {form} }"}',
    JSON.stringify({ a: 'x'.repeat(15_980) }),
  ])('may be %p', (template) => {
    expect(problemOf(template)).toBeUndefined();
  });

  test.each([
    ['', 'must be JSON'],
    ['{"a": {{form}}}', 'must be JSON'],
    ["{'a': 1}", 'must be JSON'],
    ['{"{{form}}": 1}', 'must have placeholders only in values'],
    ['{"a": "{{name}}"}', 'has the unknown placeholder {{name}} (known are {{form}}'],
    ['{"a": ["{{field.}}"]}', 'has the unknown placeholder {{field.}}'],
    ['{"a": "{{FORM}}"}', 'has the unknown placeholder {{FORM}}'],
    [`"${'é'.repeat(8_000)}"`, 'must have at most 16,000 bytes'],
    [`${'['.repeat(21)}${']'.repeat(21)}`, 'must be at most 20 levels deep'],
    [`${'['.repeat(7_900)}${']'.repeat(7_900)}`, 'must be at most 20 levels deep'],
  ])('may not be %p', (template, problem) => {
    expect(problemOf(template)).toContain(problem);
  });
});
