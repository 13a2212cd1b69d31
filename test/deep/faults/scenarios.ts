import type { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import type * as endpointOperations from '../../../shared/contract/operations/endpoints.ts';
import type * as fileOperations from '../../../shared/contract/operations/files.ts';
import type * as keyOperations from '../../../shared/contract/operations/keys.ts';
import type * as submissionOperations from '../../../shared/contract/operations/submissions.ts';
import type * as webhookOperations from '../../../shared/contract/operations/webhooks.ts';
import { type Consumption, consumerScenarios } from './consumers.ts';
import { endpointScenarios } from './endpointScenarios.ts';
import { keyScenarios } from './keyScenarios.ts';
import type { Answer, ClientRequest, SimulatedCloud } from './simulatedCloud.ts';
import { submissionScenarios } from './submissionScenarios.ts';
import { webhookScenarios } from './webhookScenarios.ts';

/** What a client asks of an operation, and what it has a right to. */
export interface Conversation {
  request: ClientRequest;
  /** Statuses of right answers: while it is still to be done, and once it is. */
  answers: { undone: number; done: number };
  /** Whether what is asked for is in the table. Reads and refusals have nothing to do. */
  isDone?: () => Promise<boolean>;
  /**
   * What a client may be told besides, when its request was done but the answer to that was lost between the
   * function and the table.
   */
  whenLost?: number;
  /** How long the client waits before it tries again: as long as an attempt that died may block the next. */
  retryAfterMs?: number;
  /** What is wrong at the end, after everything in the background; with the right answers that were given. */
  check?: (answers: Answer[]) => Promise<string[]>;
}

export interface Scenario<What> {
  /** What is asked for. */
  name: string;
  /** Prepares the cloud. */
  begin: (cloud: SimulatedCloud) => Promise<What>;
}

type OperationId =
  | keyof typeof endpointOperations
  | keyof typeof submissionOperations
  | keyof typeof fileOperations
  | keyof typeof keyOperations
  | keyof typeof webhookOperations;
/** `fallback` makes no calls that could fail. */
type ConsumerId = Exclude<(typeof OTHER_FUNCTIONS)[number], 'fallback'>;

/** Every operation has scenarios: one that has none does not typecheck. */
export const OPERATION_SCENARIOS: Record<OperationId, Scenario<Conversation>[]> = {
  ...endpointScenarios,
  ...submissionScenarios,
  ...keyScenarios,
  ...webhookScenarios,
};

/** So has every function that follows up on what operations did. */
export const CONSUMER_SCENARIOS: Record<ConsumerId, Scenario<Consumption>[]> = consumerScenarios;
