import { Aws, Stack } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  type DomainNameOptions,
  EndpointAccessMode,
  EndpointType,
  type MethodDeploymentOptions,
  type RestApiBase,
  RestApiMode,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { takesForms } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { acknowledge } from '../../acknowledgements.ts';
import { apiBody } from './apiBody.ts';
import { GatewayLogs } from './gatewayLogs.ts';
import type { HostName } from './hostRecords.ts';
import { sampleTraces } from './traceSampling.ts';

export interface FormsApiProps {
  siteUrl: string;
  /** The function of each operation; `fallback` handles everything else. */
  functions: ReadonlyMap<string, IFunction>;
  domain?: HostName | undefined;
  /** Form posts per second. */
  formsPerSecond: number;
  /** Requests per second to any other method. */
  requestsPerSecond: number;
  logRetention: RetentionDays;
}

const STAGE_NAME = 'prod';

/** The API's URL with `{apiId}` for its id, unless it has a host name of its own. */
export const apiUrlWithoutId = (domain: HostName | undefined): string =>
  domain ? `https://${domain.name}` : `https://{apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${STAGE_NAME}`;

/**
 * TLS 1.2 with forward secrecy, or 1.3, also under the API's generated host name; rejects requests that bypass the
 * edge, which alone sets the sender's country (API Gateway, "Security policies for REST APIs").
 */
const SECURITY = { securityPolicy: SecurityPolicy.TLS12_PFS_2025_EDGE, endpointAccessMode: EndpointAccessMode.STRICT };

/** Functions get every body in base64: as text, bytes that are not UTF-8 would be replaced. */
const BINARY_MEDIA_TYPES = ['*/*'];

/**
 * The REST API: a method per operation; everything else goes to the fallback function. REST and edge-optimized, because
 * only these can rewrite the gateway's own errors and tell the sender's country.
 */
export class FormsApi extends Construct {
  readonly api: RestApiBase;
  /** Its URL, without a trailing slash. */
  readonly url: string;
  /** One line per request. */
  readonly accessLog: ILogGroup;

  constructor(scope: Construct, id: string, props: FormsApiProps) {
    super(scope, id);
    const logs = new GatewayLogs(this, 'Logs', { retention: props.logRetention });
    this.accessLog = logs.accessLog;
    this.api = this.#addRestApi(props, logs);
    this.url = props.domain ? `https://${props.domain.name}` : this.api.url.replace(/\/$/, '');
    acknowledge(this.api, 'AwsSolutions-APIG2');
  }

  #addRestApi(props: FormsApiProps, logs: GatewayLogs): RestApiBase {
    const { siteUrl, functions, domain, requestsPerSecond } = props;
    const name = Stack.of(this).stackName;
    const { roleArn } = this.#roleToInvoke(functions);
    const body = { name, siteUrl, functions, roleArn, binaryMediaTypes: BINARY_MEDIA_TYPES, ...SECURITY };
    const api = new SpecRestApi(this, 'Api', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(apiBody(body)),
      // The default keeps the methods of removed operations. Stages and the API's id stay ("Import an OpenAPI file to
      // update an existing API definition").
      mode: RestApiMode.OVERWRITE,
      endpointTypes: [EndpointType.EDGE],
      // Also in the body, which replaces properties; without them, CloudFormation might reset those of a deployed API.
      binaryMediaTypes: BINARY_MEDIA_TYPES,
      cloudWatchRole: false,
      deployOptions: {
        stageName: STAGE_NAME,
        tracingEnabled: true,
        ...logs.accessLogOptions,
        ...logs.executionLogOptions,
        ...throttling(requestsPerSecond),
        methodOptions: methodOptions(props, logs.executionLogOptions),
      },
      ...(domain && { domainName: this.#domainName(domain) }),
    });
    Object.assign(api.node.defaultChild as CfnRestApi, SECURITY);
    logs.prepare(api, STAGE_NAME);
    sampleTraces(api, STAGE_NAME);
    return api;
  }

  /** One role, instead of a permission for each method of each function. */
  #roleToInvoke(functions: FormsApiProps['functions']): Role {
    const resources = [...functions.values()].map(({ functionArn }) => functionArn);
    const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources });
    return new Role(this, 'InvokeRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: "Lets API Gateway invoke the API's functions",
      inlinePolicies: { invoke: new PolicyDocument({ statements: [statement] }) },
    });
  }

  #domainName({ name, certificateArn }: HostName): DomainNameOptions {
    return {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.EDGE,
      ...SECURITY,
    };
  }
}

/** A limit applies to each method separately; in a burst, a method briefly accepts twice as many. */
const throttling = (requestsPerSecond: number): MethodDeploymentOptions => ({
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: 2 * requestsPerSecond,
});

type Limits = Pick<FormsApiProps, 'formsPerSecond'>;

/** Requests per second of an operation, if they differ from the stage's default. */
const requestsPerSecondOf = (operation: Operation, { formsPerSecond }: Limits): number | undefined =>
  takesForms(operation) ? formsPerSecond : operation.requestsPerSecondMax;

/** Methods with other limits than the default. A method's settings replace all of the stage's. */
const methodOptions = (limits: Limits, others: MethodDeploymentOptions): Record<string, MethodDeploymentOptions> =>
  Object.fromEntries(
    OPERATIONS.flatMap((operation) => {
      const perSecond = requestsPerSecondOf(operation, limits);
      const path = `${operation.path}/${operation.method}`;
      return perSecond === undefined ? [] : [[path, { ...others, ...throttling(perSecond) }]];
    }),
  );
