import { expect } from '@jest/globals';
import type { TextResponse } from './service.ts';

/** Status and body of a response, without the one field that differs between equal errors. */
export const withoutRequestId = ({ status, json }: TextResponse) => ({ status, body: { ...json, requestId: '' } });

/** A 400 whose message names exactly these fields by path. */
export function expectBadFields(
  { status, json }: Pick<TextResponse, 'status' | 'json'>,
  where: 'body' | 'query' | 'path',
  ...paths: string[]
): void {
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  const [, problems = ''] = /^The (?:body|query|path) is invalid: (.+)\.$/s.exec(json.message) ?? [];
  expect(json.message).toContain(`The ${where} is invalid`);
  const named = problems.split('; ').map((problem) => problem.split(' ')[0] ?? '');
  expect([...new Set(named)].sort()).toEqual([...paths].sort());
}
