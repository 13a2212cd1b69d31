import { z } from 'zod';
import type { Template } from '../../infra/localService/template.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
const ANY = 'x-amazon-apigateway-any-method';

/** The function in an integration's URI. Aliases are ignored, because each function has one version here. */
const URI =
  /^arn:aws:apigateway:[\w-]+:lambda:path\/2015-03-31\/functions\/(arn:aws:lambda:.+:function:(\w+)(?::\w+)?)\/invocations$/;

const Integration = z.strictObject({
  type: z.literal('aws_proxy'),
  httpMethod: z.literal('POST'),
  uri: z.string().regex(URI),
  credentials: z.string().regex(/^arn:aws:iam:.*:role\/\w+$/),
});

const Method = z.strictObject({
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.literal('path'),
        required: z.literal(true),
        schema: z.strictObject({ type: z.literal('string') }),
      }),
    )
    .default([]),
  'x-amazon-apigateway-request-validator': z.string().optional(),
  responses: z.strictObject({}),
  'x-amazon-apigateway-integration': Integration,
});

/** Parameters are whole segments, and only the last one may be greedy (AWS SAM CLI #1010). */
const Path = z.string().regex(/^\/$|^(?:\/(?:[\w.:-]+|\{\w+\}))*(?:\/\{\w+\+\})?$/);

const GatewayResponse = z.strictObject({
  statusCode: z.string().regex(/^[45]\d\d$/),
  responseParameters: z.record(
    z.string().startsWith('gatewayresponse.header.'),
    z.string().regex(/^'[^']*'$|^context\.\w+$|^method\.request\.header\.[\w-]+$/),
  ),
  responseTemplates: z.strictObject({ 'application/json': z.string() }),
});

const ApiBody = z.strictObject({
  openapi: z.string().startsWith('3.0.'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  'x-amazon-apigateway-binary-media-types': z.tuple([z.literal('*/*')]),
  'x-amazon-apigateway-security-policy': z.string(),
  'x-amazon-apigateway-endpoint-access-mode': z.literal('STRICT'),
  'x-amazon-apigateway-request-validators': z.record(
    z.string(),
    z.strictObject({ validateRequestParameters: z.boolean(), validateRequestBody: z.boolean() }),
  ),
  'x-amazon-apigateway-gateway-responses': z.record(z.string(), GatewayResponse),
  paths: z
    .record(Path, z.partialRecord(z.enum([...METHODS, ANY]), Method))
    .refine((paths) => hasOneNamePerParameter(Object.keys(paths)), 'a segment has parameters of different names'),
});

/** API Gateway rejects `/a/{x}` beside `/a/{y}/b` (aws-apigateway-importer #202). */
function hasOneNamePerParameter(paths: readonly string[]): boolean {
  const upToParameters = paths.flatMap((path) =>
    [...path.matchAll(/\{\w+\}/g)].map((found) => path.slice(0, found.index + found[0].length)),
  );
  const positions = new Set(upToParameters.map((start) => start.replaceAll(/\{\w+\}/g, '{}')));
  return positions.size === new Set(upToParameters).size;
}

export type GatewayResponses = Readonly<Record<string, z.infer<typeof GatewayResponse>>>;

type Body = z.infer<typeof ApiBody>;

export interface ApiMethod {
  /** In upper case, or `ANY`. */
  method: string;
  /** The path in the body: `/v1/endpoint/{id}`, `/{proxy+}`. */
  path: string;
  /** With the alias, if there is one. */
  functionArn: string;
  functionLogicalId: string;
  /** The role that invokes it. */
  credentials: string;
  /** The path parameters that the gateway rejects if they are blank. */
  validated: readonly string[];
}

/**
 * The methods and gateway responses of the API's body, which API Gateway would import.
 * @throws for everything that this gateway does not know, such as an extension at the wrong place
 */
export function apiBodyOf(template: Template): { methods: readonly ApiMethod[]; responses: GatewayResponses } {
  const [api] = template.ofType('AWS::ApiGateway::RestApi');
  const body = ApiBody.parse(api?.properties.Body);
  return { methods: methodsOf(body), responses: body['x-amazon-apigateway-gateway-responses'] };
}

const methodsOf = (body: Body): ApiMethod[] =>
  Object.entries(body.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([key, method]) => {
      const { uri, credentials } = method['x-amazon-apigateway-integration'];
      const [, functionArn = '', functionLogicalId = ''] = URI.exec(uri) ?? [];
      const name = key === ANY ? 'ANY' : key.toUpperCase();
      return { method: name, path, functionArn, functionLogicalId, credentials, validated: validatedBy(body, method) };
    }),
  );

function validatedBy(body: Body, method: z.infer<typeof Method>): string[] {
  const name = method['x-amazon-apigateway-request-validator'];
  if (name === undefined) return [];
  const validator = body['x-amazon-apigateway-request-validators'][name];
  if (!validator) throw new Error(`The API has no validator ${name}.`);
  return validator.validateRequestParameters ? method.parameters.map((parameter) => parameter.name) : [];
}
