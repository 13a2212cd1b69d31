import { Aws } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { gatewayResponses } from './gatewayResponses.ts';

const PREFIX = 'x-amazon-apigateway';
const VALIDATOR = 'parameters';

interface ApiBodyProps {
  name: string;
  siteUrl: string;
  /** The function of each operation, and `mcp`; `fallback` handles everything else. */
  functions: ReadonlyMap<string, IFunction>;
  /** Invokes the functions. */
  roleArn: string;
  binaryMediaTypes: readonly string[];
  securityPolicy: string;
  endpointAccessMode: string;
}

/** The API as an OpenAPI document with API Gateway's extensions ("OpenAPI extensions for API Gateway"). */
export const apiBody = ({ name, siteUrl, functions, roleArn, ...settings }: ApiBodyProps): object => ({
  openapi: '3.0.1',
  info: { title: name, version: '1' },
  [`${PREFIX}-binary-media-types`]: settings.binaryMediaTypes,
  [`${PREFIX}-security-policy`]: settings.securityPolicy,
  [`${PREFIX}-endpoint-access-mode`]: settings.endpointAccessMode,
  // Rejects blank path parameters before a function is invoked. The functions validate everything else and name every
  // invalid field.
  [`${PREFIX}-request-validators`]: { [VALIDATOR]: { validateRequestParameters: true, validateRequestBody: true } },
  [`${PREFIX}-gateway-responses`]: gatewayResponses(siteUrl),
  paths: pathsTo((functionName) => integration(functions.get(functionName) as IFunction, roleArn)),
});

/**
 * A method per operation and one for assistants; `ANY` is for methods without one ("x-amazon-apigateway-any-method object"). Paths that match
 * neither a method nor `{proxy+}` cause an error of the gateway itself, which also gets 404.
 */
function pathsTo(integrationOf: (functionName: string) => object): Record<string, Record<string, object>> {
  const method = (path: string, functionName: string, options = {}) => ({
    parameters: [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => requiredParameter(name)),
    responses: {},
    ...options,
    ...integrationOf(functionName),
  });
  const others = (path: string) => ({ [`${PREFIX}-any-method`]: method(path, 'fallback') });
  const paths = new Map<string, Record<string, object>>(['/', '/{proxy+}'].map((path) => [path, others(path)]));
  for (const { id, method: name, path } of OPERATIONS) {
    const operation = method(path, id, { [`${PREFIX}-request-validator`]: VALIDATOR });
    paths.set(path, { ...(paths.get(path) ?? others(path)), [name.toLowerCase()]: operation });
  }
  paths.set(MCP_PATH, { ...others(MCP_PATH), post: method(MCP_PATH, 'mcp') });
  return Object.fromEntries(paths);
}

const requiredParameter = (name = ''): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const integration = ({ functionArn }: IFunction, credentials: string): object => ({
  [`${PREFIX}-integration`]: {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`,
    credentials,
  },
});
