import { marshall } from '@aws-sdk/util-dynamodb';
import { authorizationWith } from '../../../infra/local/aws/signature.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { endpointKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { Cost } from '../../support/costs.ts';
import { type LoadFigures, type LoadRequest, runLoad } from './load.ts';
import { rounded } from './stats.ts';

/**
 * The embedded engine behind its published address, asked without SDK, policies or counting: about the fastest that
 * calls can be.
 */
export interface EngineFigures {
  GetItem: LoadFigures;
  PutItem: LoadFigures;
}

export interface EngineLoad {
  endpointId: string;
  connections: number;
  requests: number;
}

export async function measureEngine(outputs: Outputs, load: EngineLoad): Promise<EngineFigures> {
  const { endpointId, ...amount } = load;
  const { tableName: TableName, dynamodbEndpoint: url, dynamodbAccessKeyId, pid } = outputs;
  const run = (name: string, next: () => LoadRequest) => runLoad({ name, url, pid, next, ...amount });
  return {
    GetItem: await run('GetItem', () =>
      call(dynamodbAccessKeyId, 'GetItem', {
        TableName,
        ConsistentRead: true,
        Key: marshall(endpointKey(endpointId)),
      }),
    ),
    PutItem: await run('PutItem', () => {
      const item = {
        ...submissionKey(endpointId, newId('submission')),
        data: '{"message":"Hello"}',
        location: 'Spain',
      };
      const input = { TableName, Item: marshall(item), ConditionExpression: 'attribute_not_exists(PK)' };
      return call(dynamodbAccessKeyId, 'PutItem', input);
    }),
  };
}

const call = (accessKeyId: string, action: string, input: object): LoadRequest => ({
  method: 'POST',
  path: '/',
  headers: {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `DynamoDB_20120810.${action}`,
    'X-Amz-Date': '20000101T000000Z',
    Authorization: authorizationWith(accessKeyId),
  },
  body: JSON.stringify(input),
});

/** Which part of the engine's rate is reached, if a request were nothing but its reads and writes of items. */
export function shareOfEngine({ perSecond }: LoadFigures, { GetItem, PutItem }: EngineFigures, cost: Cost): number {
  // A transaction takes two units for each item.
  const itemsWritten = cost.dynamodb.TransactWriteItems ? cost.writeUnits / 2 : cost.writeUnits;
  const engineSeconds = cost.readUnits / GetItem.perSecond + itemsWritten / PutItem.perSecond;
  return rounded(perSecond * engineSeconds);
}
