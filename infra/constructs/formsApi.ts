import { Stack } from 'aws-cdk-lib';
import {
  type DomainNameOptions,
  EndpointType,
  type IResource,
  LambdaIntegration,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { OPERATIONS } from '../../shared/operations/index.ts';
import { addGatewayResponses } from './gatewayResponses.ts';
import type { HostName } from './hostRecords.ts';

export interface FormsApiProps {
  siteUrl: string;
  functionOf: (operationId: string) => IFunction;
  fallback: IFunction;
  domain?: HostName | undefined;
}

/**
 * The REST API: a method per operation; everything else goes to the fallback function. REST and edge-optimised,
 * because only so can the gateway's own errors be rewritten and the sender's country be known.
 */
export class FormsApi extends Construct {
  readonly api: RestApi;
  /** Its address, without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, { siteUrl, functionOf, fallback, domain }: FormsApiProps) {
    super(scope, id);
    this.api = new RestApi(this, 'Api', {
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.EDGE],
      // Every body reaches the functions as base64, byte for byte; as text, bytes that are not UTF-8 would be replaced.
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: false,
      ...(domain && { domainName: this.#domainName(domain) }),
    });
    this.url = domain ? `https://${domain.name}` : this.api.url.replace(/\/$/, '');
    for (const { id: operationId, method, path } of OPERATIONS) {
      const integration = new LambdaIntegration(functionOf(operationId), { allowTestInvoke: false });
      this.api.root.resourceForPath(path).addMethod(method, integration);
    }
    const toFallback = new LambdaIntegration(fallback, { scopePermissionToMethod: false });
    for (const resource of resourcesBelow(this.api.root)) resource.addMethod('ANY', toFallback);
    this.api.root.addProxy({ anyMethod: true, defaultIntegration: toFallback });
    addGatewayResponses(this.api, siteUrl);
  }

  #domainName({ name, certificateArn }: HostName): DomainNameOptions {
    return {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.EDGE,
      securityPolicy: SecurityPolicy.TLS_1_2,
    };
  }
}

/** The root and every resource on the way to an operation. */
function resourcesBelow(root: IResource): IResource[] {
  const paths = OPERATIONS.flatMap(({ path }) => {
    const parts = path.slice(1).split('/');
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  });
  return [root, ...[...new Set(paths)].map((path) => root.resourceForPath(path))];
}

/** For each path of the contract, the methods it answers, as an `Allow` header. */
export function allowedMethods(): Record<string, string> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of OPERATIONS) methods.set(path, [...(methods.get(path) ?? []), method]);
  return Object.fromEntries([...methods].map(([path, allowed]) => [path, [...allowed, 'OPTIONS'].join(', ')]));
}
