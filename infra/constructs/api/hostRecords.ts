import { AaaaRecord, ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';

/** A host name of the operator's own, and the certificate for it. */
export interface HostName {
  name: string;
  certificateArn: string;
}

/** The records, for IPv4 and IPv6, that lead from host names to where they are served. */
export class HostRecords extends Construct {
  constructor(scope: Construct, id: string, hostedZoneId: string, targets: Record<string, IAliasRecordTarget>) {
    super(scope, id);
    const zone = HostedZone.fromHostedZoneId(this, 'Zone', hostedZoneId);
    for (const [name, alias] of Object.entries(targets)) {
      // With the dot at its end a name is whole, and the zone's own name needs not be known.
      const record = { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(alias) };
      new ARecord(this, `A-${name}`, record);
      new AaaaRecord(this, `Aaaa-${name}`, record);
    }
  }
}
