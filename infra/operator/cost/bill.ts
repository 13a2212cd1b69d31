import { ASSUMPTIONS, ownMsWith } from './assumptions.ts';
import { PRICES, type Price, type PriceName } from './prices.ts';
import type { StackFacts } from './stackFacts.ts';

export const GB = 1024 ** 3;

export type Quantities = Partial<Record<PriceName, number>>;

/** An activity of a month: its frequency, and its consumption each time. */
export interface Activity {
  count: number;
  /** The function it invokes, its rounds to DynamoDB, and its other waits. */
  function?: string;
  rounds?: number;
  waitMs?: number;
  /** Log bytes besides those of every invocation. */
  logBytes?: number;
  isApiRequest?: boolean;
  /** Bytes in the table, multiplied by the months they are kept. */
  storedBytes?: number;
  sentBytes?: number;
  uses?: Quantities;
}

/** A price and the billed quantity. */
export interface Line {
  service: string;
  price: PriceName;
  quantity: number;
  usd: number;
  /** Without the permanent free tier. */
  usdBeyondFree: number;
}

/** The cost of these activities with this stack's memory, tracing and logs. */
export function billOf(activities: Activity[], stack: StackFacts): Line[] {
  const quantities: Quantities = {};
  for (const activity of activities)
    for (const [name, once] of [...Object.entries(usedBy(activity, stack)), ...Object.entries(activity.uses ?? {})])
      quantities[name as PriceName] = (quantities[name as PriceName] ?? 0) + activity.count * once;
  return priced(quantities);
}

function usedBy(activity: Activity, stack: StackFacts): Quantities {
  const { dynamodbRoundMs, coldStartShare, coldStartMs, accessLogBytes } = ASSUMPTIONS;
  const { function: name, rounds = 0, waitMs = 0, storedBytes = 0, sentBytes = 0 } = activity;
  const invocations = name === undefined ? 0 : 1;
  const requests = activity.isApiRequest ? 1 : 0;
  const waitsMs = rounds * dynamodbRoundMs + waitMs + coldStartShare * coldStartMs;
  const functionLog = invocations * (ASSUMPTIONS.logBytes + (activity.logBytes ?? 0));
  const logGb = (functionLog + (stack.hasAccessLog ? requests * accessLogBytes : 0)) / GB;
  return {
    restRequest: requests,
    trace: requests * stack.tracedShare,
    webAclRequest: requests * Math.sign(stack.webAcls),
    lambdaRequest: invocations,
    lambdaArmGbSecond: name === undefined ? 0 : gbSeconds(memoryOf(name, stack), waitsMs),
    tableStorage: storedBytes / GB,
    pointInTimeRecovery: storedBytes / GB,
    logIngestion: logGb,
    logStorage: logGb,
    transferOut: sentBytes / GB,
  };
}

const gbSeconds = (memoryGb: number, waitsMs: number): number => ((ownMsWith(memoryGb) + waitsMs) / 1_000) * memoryGb;

function memoryOf(name: string, { memoryGb }: StackFacts): number {
  const gb = memoryGb[name];
  if (gb === undefined) throw new Error(`the stack has no function ${name}`);
  return gb;
}

/** A line for each quantity, in the order of `PRICES`. */
export const priced = (quantities: Quantities): Line[] =>
  (Object.entries(PRICES) as [PriceName, Price][]).flatMap(([price, { service, usd, per, free = 0 }]) => {
    const quantity = quantities[price];
    if (quantity === undefined) return [];
    const cost = (units: number) => (units / per) * usd;
    return { service, price, quantity, usd: cost(quantity), usdBeyondFree: cost(Math.max(0, quantity - free)) };
  });

/** At list prices. */
export const totalOf = (lines: Line[]): number => lines.reduce((sum, { usd }) => sum + usd, 0);

export const totalBeyondFree = (lines: Line[]): number => lines.reduce((sum, line) => sum + line.usdBeyondFree, 0);

/** The same on SES's Essentials plan, the default of new accounts. */
export function totalOnEssentials(lines: Line[]): number {
  const mails = lines.find(({ price }) => price === 'mail')?.quantity ?? 0;
  const { mail, mailOnEssentials } = PRICES;
  return totalBeyondFree(lines) + mails * (mailOnEssentials.usd / mailOnEssentials.per - mail.usd / mail.per);
}
