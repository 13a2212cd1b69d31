import { describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { functionFiles, nameOf, nodesOf, nodesWithin, type SyntaxNode } from './support/source.ts';

/** But for what runs on the operator's behalf alone, while the stack is deployed. */
const FUNCTION_FILES = functionFiles().filter(
  (file) => !DEPLOYMENT_FUNCTIONS.some((id) => file === `lambdas/${id}.ts`),
);

describe('API7:2023 Server Side Request Forgery › the source of the functions', () => {
  /** What functions may import besides one another. None of these goes to an address that somebody gave it. */
  const ALLOWED = [
    /^\.\.?\//,
    /^@aws-sdk\/(?:client-dynamodb|client-sesv2|client-sqs|lib-dynamodb)$/,
    /^altcha-lib(?:\/algorithms\/pbkdf2)?$/,
    /^(?:@middy\/core|ulid|zod\/mini|aws-lambda)$/,
    /^node:(?:crypto|util|util\/types|zlib|timers\/promises)$/,
  ];

  test("imports nothing that sends a request, but for AWS's clients", () => {
    const imports = FUNCTION_FILES.flatMap((file) =>
      nodesOf(file)
        .filter(({ type, source }) => /^(?:Import|Export)/.test(type) && source)
        .map(({ source }) => String((source as SyntaxNode).value)),
    );
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter((name) => !ALLOWED.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  test('runs no text and sends no request, but for the one to the provider of a captcha', () => {
    const forbidden = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'eval', 'Function', 'require']);
    const calls = FUNCTION_FILES.flatMap((file) =>
      nodesOf(file)
        .filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
        .map(({ callee }) => ({ file, name: (callee as SyntaxNode).type === 'Import' ? 'import()' : nameOf(callee) })),
    );
    expect(calls.filter(({ name }) => name !== undefined && (forbidden.has(name) || name === 'import()'))).toEqual([
      { file: 'shared/intake/siteVerify.ts', name: 'fetch' },
    ]);
  });
});

describe('API2:2023 Broken Authentication › the source of the functions', () => {
  const isEquation = ({ type, operator }: SyntaxNode) =>
    type === 'BinaryExpression' && /^[=!]==?$/.test(String(operator));
  const names = (node: SyntaxNode) => [...nodesWithin(node)].flatMap((inner) => nameOf(inner) ?? []);

  /** Equations in which one side is named as a secret or what is made of one, unless the other is `undefined`. */
  const equations = () =>
    FUNCTION_FILES.flatMap((file) =>
      nodesOf(file)
        .filter(isEquation)
        .map(names)
        .filter((found) => found.some((name) => /secret|hash|checksum/i.test(name)) && !found.includes('undefined'))
        .map((found) => `${file}: ${found.join(' ')}`),
    );

  test('compares what was sent with a stored secret in constant time alone', () => {
    expect(equations()).toEqual([
      // Both are about the length, or about the checksum, of the text that was sent.
      expect.stringMatching(/^shared\/storage\/keySecret\.ts: text length SECRET_LENGTH/),
      expect.stringMatching(/^shared\/storage\/keySecret\.ts: checksumOf text slice .* text slice CHECKSUM_LENGTH$/),
    ]);
  });
});
