import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { ownIn, rightRequest } from '../../support/cloud/rightRequests.ts';
import type { ConsumerId } from '../../support/simulator/consumers.ts';
import { confirmationScenarios } from './confirmationScenarios.ts';
import { type Consumption, consumerScenarios } from './consumers.ts';
import { endpointScenarios } from './endpointScenarios.ts';
import { keyScenarios } from './keyScenarios.ts';
import { memberScenarios } from './memberScenarios.ts';
import { deletingPending, pendingScenarios } from './pendingScenarios.ts';
import type { ClientRequest, SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';
import { submissionScenarios } from './submissionScenarios.ts';
import { webhookScenarios } from './webhookScenarios.ts';

export interface Conversation {
  request: ClientRequest;
  /** Statuses of right responses: before the effect, and after it. */
  answers: { undone: number; done: number };
  /** True if the request's effect is in the table. Reads and rejections have none. */
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

/** The documented example of an operation that only reads, or that can be repeated. */
const exampleOf = (operation: Operation): Scenario<Conversation> => ({
  name: 'the documented example',
  begin: async (cloud) => {
    const request = rightRequest(operation, await ownIn(cloud.services.table, cloud));
    return { request, answers: { undone: operation.status, done: operation.status } };
  },
});

export const OPERATION_SCENARIOS: Record<string, Scenario<Conversation>[]> = {
  ...Object.fromEntries(OPERATIONS.map((operation) => [operation.id, [exampleOf(operation)]])),
  ...endpointScenarios,
  ...submissionScenarios,
  ...keyScenarios,
  ...webhookScenarios,
  ...confirmationScenarios,
  ...pendingScenarios,
  ...memberScenarios,
  deleteSubmission: [...submissionScenarios.deleteSubmission, deletingPending],
};

export const CONSUMER_SCENARIOS: Record<ConsumerId, Scenario<Consumption>[]> = consumerScenarios;
