import { describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { functionFiles, nameOf, nodesWithin, type SyntaxNode, syntaxNodesOf } from './support/source.ts';

/** Except for code that runs for the operator only: during deployment, and to probe the service. */
const FUNCTION_FILES = functionFiles().filter(
  (file) => !file.startsWith('shared/probe/') && !DEPLOYMENT_FUNCTIONS.some((id) => file === `lambdas/${id}.ts`),
);

const CALLS = FUNCTION_FILES.flatMap((file) =>
  syntaxNodesOf(file)
    .filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
    .map((call) => ({ file, name: calledBy(call) })),
);

function calledBy({ callee, arguments: given }: SyntaxNode): string | undefined {
  if ((callee as SyntaxNode).type !== 'Import') return nameOf(callee);
  const [{ expression }] = given as [{ expression: SyntaxNode }];
  return `import(${expression.type === 'StringLiteral' ? expression.value : 'not a string'})`;
}

describe('API7:2023 Server Side Request Forgery › the source of the functions', () => {
  /** Packages that functions may import. These never connect to a URL from outside. */
  const ALLOWED = [
    /^\.\.?\//,
    /^@aws-sdk\/(?:client-dynamodb|client-sesv2|client-sqs|lib-dynamodb|util-dynamodb)$/,
    /^altcha-lib(?:\/algorithms\/pbkdf2)?$/,
    /^(?:@middy\/core|ulid|zod\/mini|aws-lambda|ipaddr\.js|magic-bytes\.js)$/,
    /^@modelcontextprotocol\/server$/,
    /^@exodus\/bytes\/(?:encoding|whatwg)\.js$/,
    /^@(?:aws-sdk\/credential-provider-env|smithy\/(?:signature-v4|types))$/,
    /^node:(?:buffer|crypto|util|util\/types|zlib|timers\/promises)$/,
  ];

  /**
   * These connect to Amazon SES, and to webhooks at checked addresses
   * (`test/unit/shared/deliveries/channels/webhook/post.test.ts`).
   */
  const SENDING = [
    'shared/deliveries/channels/mail/sending/newConnections.ts: node:https',
    'shared/deliveries/channels/mail/sending/newConnections.ts: node:stream',
    'shared/deliveries/channels/webhook/lookUp.ts: node:dns/promises',
    'shared/deliveries/channels/webhook/post.ts: node:http',
    'shared/deliveries/channels/webhook/post.ts: node:https',
    'shared/deliveries/channels/webhook/post.ts: node:net',
    'shared/deliveries/channels/webhook/publicIp.ts: node:net',
    'shared/deliveries/channels/webhook/receiver.ts: node:net',
  ];

  test('imports nothing that sends requests, except for AWS’s clients and the webhook sender', () => {
    const imports = FUNCTION_FILES.flatMap((file) =>
      syntaxNodesOf(file)
        .filter(({ type, source }) => /^(?:Import|Export)/.test(type) && source)
        .map(({ source }) => ({ file, name: String((source as SyntaxNode).value) })),
    );
    expect(imports.length).toBeGreaterThan(100);
    const others = imports.filter(({ name }) => !ALLOWED.some((pattern) => pattern.test(name)));
    expect(others.map(({ file, name }) => `${file}: ${name}`).sort()).toEqual(SENDING);
  });

  test('only two functions connect to webhooks: the one that tests them and the one that sends', () => {
    const callersOf = (name: string) => CALLS.filter((call) => call.name === name).map(({ file }) => file);
    expect(callersOf('createPoster')).toEqual(['lambdas/sendWebhook.ts', 'lambdas/webhooks/testWebhook.ts']);
  });

  test('evaluates no text and sends no requests, except to S3, captcha providers and its own API', () => {
    const forbidden = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'eval', 'Function', 'require']);
    expect(
      CALLS.filter(({ name }) => name !== undefined && (forbidden.has(name) || name.startsWith('import('))),
    ).toEqual([
      // Parts of the same functions, loaded only for rules, files, owners' texts or other encodings than UTF-8.
      { file: 'shared/fields/requireSoundRules.ts', name: 'import(./checkRules.ts)' },
      { file: 'shared/files/signedRequests.ts', name: 'fetch' },
      { file: 'shared/http/formTexts.ts', name: 'import(./legacyTexts.ts)' },
      { file: 'shared/http/intakeDependencies.ts', name: 'import(../fields/requireValid.ts)' },
      { file: 'shared/http/intakeDependencies.ts', name: 'import(./fileReceiverDependencies.ts)' },
      // The service's own API, with the caller's key.
      { file: 'shared/mcp/api.ts', name: 'fetch' },
      { file: 'shared/receiving/admit.ts', name: 'import(./dataUrlFiles.ts)' },
      { file: 'shared/receiving/captcha/siteVerify.ts', name: 'fetch' },
      { file: 'shared/receiving/closedError.ts', name: 'import(../fields/page/ownTextPage.ts)' },
      { file: 'shared/receiving/receiveSubmission.ts', name: 'import(../fields/page/ownTextPage.ts)' },
    ]);
  });
});

describe('API2:2023 Broken Authentication › the source of the functions', () => {
  const isEquation = ({ type, operator }: SyntaxNode) =>
    type === 'BinaryExpression' && /^[=!]==?$/.test(String(operator));
  const names = (node: SyntaxNode) => nodesWithin(node).flatMap((inner) => nameOf(inner) ?? []);

  /** Comparisons in which one side is named like a secret or its hash, except with `undefined`. */
  const equations = () =>
    FUNCTION_FILES.flatMap((file) =>
      syntaxNodesOf(file)
        .filter(isEquation)
        .map(names)
        .filter((found) => found.some((name) => /secret|hash|checksum/i.test(name)) && !found.includes('undefined'))
        .map((found) => `${file}: ${found.join(' ')}`),
    );

  test('compares submitted values with stored secrets only in constant time', () => {
    expect(equations()).toEqual([
      'shared/pageIndex/rangeWords.ts: hashes length',
      // Hashes of what was sent, which the same sender sends again, and no secret.
      'shared/storage/submissions/requestRecords.ts: Buffer compare inputHash data inputHash',
      // Whether the submission's name has already claimed the upload.
      'shared/storage/submissions/uploadClaims.ts: each nameHash nameHash',
      // Both compare the length or checksum of the submitted text.
      expect.stringMatching(/^shared\/storage\/workspaces\/keySecret\.ts: text length SECRET_LENGTH/),
      expect.stringMatching(/^shared\/storage\/workspaces\/keySecret\.ts: checksumOf text slice .* CHECKSUM_LENGTH$/),
    ]);
  });
});
