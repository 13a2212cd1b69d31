import { Stack } from 'aws-cdk-lib';
import {
  type CfnRestApi,
  type DomainNameOptions,
  EndpointAccessMode,
  EndpointType,
  LambdaIntegration,
  type MethodDeploymentOptions,
  type RequestValidator,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { takesForms } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { acknowledge } from '../../acknowledgements.ts';
import { GatewayLogs } from './gatewayLogs.ts';
import { addGatewayResponses } from './gatewayResponses.ts';
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

/**
 * TLS 1.2 with forward secrecy, or 1.3, also under the API's generated host name; rejects requests that bypass the
 * edge, which alone sets the sender's country (API Gateway, "Security policies for REST APIs").
 */
const SECURITY = {
  securityPolicy: SecurityPolicy.TLS12_PFS_2025_EDGE,
  endpointAccessMode: EndpointAccessMode.STRICT,
};

/**
 * The REST API: a method per operation; everything else goes to the fallback function. REST and edge-optimized, because
 * only these can rewrite the gateway's own errors and tell the sender's country.
 */
export class FormsApi extends Construct {
  readonly api: RestApi;
  /** Its URL, without a trailing slash. */
  readonly url: string;
  /** One line per request. */
  readonly accessLog: ILogGroup;

  constructor(scope: Construct, id: string, props: FormsApiProps) {
    const { siteUrl, functions, domain, logRetention } = props;
    const functionOf = (name: string) => functions.get(name) as IFunction;
    super(scope, id);
    const logs = new GatewayLogs(this, 'Logs', { retention: logRetention });
    this.accessLog = logs.accessLog;
    this.api = this.#addRestApi(props, logs);
    this.url = domain ? `https://${domain.name}` : this.api.url.replace(/\/$/, '');
    const requestValidator = this.#addValidator();
    for (const { id: operationId, method, path } of OPERATIONS) {
      const integration = new LambdaIntegration(functionOf(operationId), { allowTestInvoke: false });
      const options = { requestValidator, requestParameters: requiredParameters(path) };
      this.api.root.resourceForPath(path).addMethod(method, integration, options);
    }
    const toFallback = new LambdaIntegration(functionOf('fallback'), { scopePermissionToMethod: false });
    // Paths that match neither a method nor `{proxy+}` cause an error of the gateway itself, which also gets 404.
    const paths = new Set(['/', ...OPERATIONS.map(({ path }) => path)]);
    for (const path of paths) this.api.root.resourceForPath(path).addMethod('ANY', toFallback);
    this.api.root.addProxy({ anyMethod: true, defaultIntegration: toFallback });
    addGatewayResponses(this.api, siteUrl);
    acknowledge(this.api, 'AwsSolutions-APIG4');
    acknowledge(this.api, 'AwsSolutions-COG4');
  }

  /**
   * Rejects blank path parameters before a function is invoked. The functions validate everything else and name every
   * invalid field.
   */
  #addValidator(): RequestValidator {
    return this.api.addRequestValidator('Validator', { validateRequestParameters: true, validateRequestBody: true });
  }

  #addRestApi(props: FormsApiProps, logs: GatewayLogs): RestApi {
    const { domain, requestsPerSecond } = props;
    const api = new RestApi(this, 'Api', {
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.EDGE],
      // Functions get every body in base64: as text, bytes that are not UTF-8 would be replaced.
      binaryMediaTypes: ['*/*'],
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

  #domainName({ name, certificateArn }: HostName): DomainNameOptions {
    return {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.EDGE,
      ...SECURITY,
    };
  }
}

const requiredParameters = (path: string): Record<string, boolean> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [`method.request.path.${name}`, true]));

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
