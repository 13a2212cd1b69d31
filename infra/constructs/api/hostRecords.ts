import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGateway, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';

/** A custom host name and its certificate. */
export interface HostName {
  name: string;
  certificateArn: string;
}

/** The host name with the operator's certificate; undefined unless both are set. */
export const hostNameOf = ({ certificateArn }: Settings, name: string | undefined): HostName | undefined =>
  name && certificateArn ? { name, certificateArn } : undefined;

/** Creates DNS records for the operator's host names. @returns the targets as outputs, for records outside the hosted zone */
export function addHostRecords(
  scope: Construct,
  { apiDomain, siteDomain, hostedZoneId }: Settings,
  { api, distribution }: { api: RestApiBase; distribution: Distribution },
): Record<string, string> {
  if (hostedZoneId) {
    new HostRecords(scope, 'HostRecords', hostedZoneId, {
      ...(apiDomain && { [apiDomain]: new ApiGateway(api) }),
      ...(siteDomain && { [siteDomain]: new CloudFrontTarget(distribution) }),
    });
  }
  return {
    ...(api.domainName && { ApiDomainTarget: api.domainName.domainNameAliasDomainName }),
    ...(siteDomain && { SiteDomainTarget: distribution.distributionDomainName }),
  };
}

/** The IPv4 and IPv6 records that point host names to their service. */
class HostRecords extends Construct {
  constructor(scope: Construct, id: string, hostedZoneId: string, targets: Record<string, IAliasRecordTarget>) {
    super(scope, id);
    const zone = HostedZone.fromHostedZoneId(this, 'Zone', hostedZoneId);
    for (const [name, alias] of Object.entries(targets)) {
      // With a trailing dot the name is absolute, so the zone's own name need not be known.
      const record = { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(alias) };
      new ARecord(this, `A-${name}`, record);
      new AaaaRecord(this, `Aaaa-${name}`, record);
    }
  }
}
