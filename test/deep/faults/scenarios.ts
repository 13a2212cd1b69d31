import type { OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import type * as confirmationOperations from '../../../shared/contract/operations/confirmations.ts';
import type * as endpointOperations from '../../../shared/contract/operations/endpoints.ts';
import type * as fileOperations from '../../../shared/contract/operations/files.ts';
import type * as keyOperations from '../../../shared/contract/operations/keys.ts';
import type * as submissionOperations from '../../../shared/contract/operations/submissions.ts';
import type * as webhookOperations from '../../../shared/contract/operations/webhooks.ts';
import { confirmationScenarios } from './confirmationScenarios.ts';
import { type Consumption, consumerScenarios } from './consumers.ts';
import { endpointScenarios } from './endpointScenarios.ts';
import { keyScenarios } from './keyScenarios.ts';
import { deletingPending, pendingScenarios } from './pendingScenarios.ts';
import type { ClientRequest, SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';
import { submissionScenarios } from './submissionScenarios.ts';
import { webhookScenarios } from './webhookScenarios.ts';

export interface Conversation {
  request: ClientRequest;
  /** Statuses of right responses: before the effect, and after it. */
  answers: { undone: number; done: number };
  /** Whether the request's effect is in the table. Reads and rejections have none. */
  isDone?: () => Promise<boolean>;
  /** Further valid responses if the effect happened but its response was lost between function and table. */
  whenLost?: number;
  /** The client's wait before a retry: as long as a dead attempt may block the next. */
  retryAfterMs?: number;
  check?: (answers: SimulatedResponse[]) => Promise<string[]>;
}

export interface Scenario<What> {
  name: string;
  begin: (cloud: SimulatedCloud) => Promise<What>;
}

type OperationId =
  | keyof typeof endpointOperations
  | keyof typeof submissionOperations
  | keyof typeof fileOperations
  | keyof typeof keyOperations
  | keyof typeof webhookOperations
  | keyof typeof confirmationOperations;
/** `fallback` makes no calls that could fail. */
type ConsumerId = Exclude<(typeof OTHER_FUNCTIONS)[number], 'fallback'>;

export const OPERATION_SCENARIOS: Record<OperationId, Scenario<Conversation>[]> = {
  ...endpointScenarios,
  ...submissionScenarios,
  ...keyScenarios,
  ...webhookScenarios,
  ...confirmationScenarios,
  ...pendingScenarios,
  deleteSubmission: [...submissionScenarios.deleteSubmission, deletingPending],
};

export const CONSUMER_SCENARIOS: Record<ConsumerId, Scenario<Consumption>[]> = consumerScenarios;
