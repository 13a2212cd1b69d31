import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, type ITableV2, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { RETENTION_DAYS } from '../../retention.ts';

/** TTL attribute: Unix time in seconds after which an item may be deleted. */
const TTL_ATTRIBUTE = 'ttl';

/** The single table, with on-demand capacity, a stream and point-in-time recovery. */
export class FormsTable extends TableV2 {
  constructor(scope: Construct, id: string, { retainData }: { retainData: boolean }) {
    super(scope, id, {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      sortKey: { name: 'SK', type: AttributeType.STRING },
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TTL_ATTRIBUTE,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: RETENTION_DAYS.recovery,
      },
      deletionProtection: retainData,
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}

/** Stream of a table restored from a backup, outside the stack: `arn:…:table/<name>/stream/<label>`. */
export const restoredTable = (scope: Construct, id: string, tableStreamArn: string): ITableV2 =>
  TableV2.fromTableAttributes(scope, id, { tableArn: tableStreamArn.split('/stream/')[0] ?? '', tableStreamArn });
