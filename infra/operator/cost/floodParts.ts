import { ASSUMPTIONS } from './assumptions.ts';
import { GB, type Line, priced, type Quantities } from './quantities.ts';
import type { StackFacts } from './stackFacts.ts';

/** What bounds a flood: settings, by their names. */
export interface FloodBounds {
  formsPerSecond: number;
  uploadsPerSecond: number;
  requestsPerSecond: number;
  mailsPerHour: number;
  confirmationsPerHour: number;
  mailsPerSecond: number;
}

/** What strangers can spend: its bound, how much of it there can be in a month, and what that costs. */
export interface FloodRow {
  what: string;
  boundedBy: string;
  most: string;
  usd: number;
}

/** Requests to the API that do next to nothing but read an item. */
export function smallRequests(requests: number, stack: StackFacts, units: Quantities): Line[] {
  const { ownMs, dynamodbRoundMs, coldStartShare, coldStartMs, logBytes, accessLogBytes, answerBytes } = ASSUMPTIONS;
  const seconds = (requests * (ownMs + dynamodbRoundMs + coldStartShare * coldStartMs)) / 1_000;
  const logGb = (requests * (logBytes + accessLogBytes)) / GB;
  return priced({
    'API Gateway': { restRequest: requests },
    Lambda: { lambdaRequest: requests, lambdaArmGbSecond: seconds * Math.max(...Object.values(stack.memoryGb)) },
    DynamoDB: units,
    CloudWatch: { logIngestion: logGb, logStorage: logGb },
    'X-Ray': { trace: stack.tracedShare * requests },
    'Data transfer': { transferOut: (requests * answerBytes) / GB },
  });
}
