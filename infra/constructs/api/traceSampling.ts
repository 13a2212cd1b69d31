import { Names, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';

/** Requests that AWS X-Ray records. Its default rule also records one request each second. */
export const TRACED_SHARE = 0.05;

/** Records a share of the requests to a stage, including the functions they invoke. */
export function sampleTraces(api: RestApiBase, stageName: string): void {
  new CfnSamplingRule(api, 'Sampling', {
    samplingRule: {
      // At most 32 characters.
      ruleName: Names.uniqueResourceName(api, { maxLength: 32 }),
      version: 1,
      // X-Ray's default rule has the lowest priority, 10,000.
      priority: 1_000,
      fixedRate: TRACED_SHARE,
      reservoirSize: 0,
      // API Gateway's name for a stage. At most 64 characters, of which a stack's name takes up to 50.
      serviceName: `${Stack.of(api).stackName}/${stageName}`,
      serviceType: 'AWS::ApiGateway::Stage',
      host: '*',
      httpMethod: '*',
      urlPath: '*',
      resourceArn: '*',
    },
  });
}
