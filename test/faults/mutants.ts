import type { Mutant } from '../support/mutant.ts';

/** A mutant, and the function in which it is to be found. */
export interface FaultMutant extends Mutant {
  function: string;
}

/** Each takes out of the real code what some fault makes necessary. */
export const MUTANTS: Record<string, FaultMutant> = {
  'no token of a transaction': {
    function: 'createEndpoint',
    file: 'shared/repositories/table.ts',
    from: 'TransactItems, ClientRequestToken }',
    to: 'TransactItems }',
  },
  'a stored submission taken for a stranger': {
    function: 'createSubmission',
    file: 'shared/repositories/submissions.ts',
    from: 'if (!(error instanceof ConditionFailed)) throw error;\n    }\n    return { id',
    to: 'throw error;\n    }\n    return { id',
  },
  'a key deleted in two steps': {
    function: 'deleteKey',
    file: 'shared/repositories/keys.ts',
    from: "        { Delete: { Key: keyOfWorkspaceKey(workspaceId, createdAt, id) } },\n        countOneLess(workspaceId, 'keyCount'),\n      ]);",
    to: "      ]);\n      await this.#table.transact([{ Delete: { Key: keyOfWorkspaceKey(workspaceId, createdAt, id) } }, countOneLess(workspaceId, 'keyCount')]);",
  },
  'a slug that is freed first': {
    function: 'updateEndpoint',
    file: 'shared/repositories/endpoints.ts',
    from: '      claimSlug(endpoint, slug),\n      releaseSlug(endpoint),\n      {\n        Update',
    to: '      claimSlug(endpoint, slug),\n    ]);\n    await this.#table.transact([\n      releaseSlug(endpoint),\n      {\n        Update',
  },
  'a broken connection that is no reason to try again': {
    function: 'retrieveEndpoint',
    file: 'shared/repositories/failures.ts',
    from: "    UNREACHABLE.has(code ?? '') ||\n",
    to: '',
  },
  'a note of use that fails the request': {
    function: 'listKeys',
    file: 'shared/http/authentication.ts',
    from: '.catch(() => notedAt.delete(id))',
    to: '',
  },
  'upkeep that reports no failure': {
    function: 'indexSubmissions',
    file: 'lambdas/indexSubmissions.ts',
    from: 'const batchItemFailures = failed.map(',
    to: 'const batchItemFailures = failed.slice(1).map(',
  },
  'a purge that does not hand on the rest': {
    function: 'purgeEndpoint',
    file: 'lambdas/purgeEndpoint.ts',
    from: 'if (left) await purgeQueue.send(endpointId);\n',
    to: '',
  },
  'a failed event that is forgotten': {
    function: 'recordMailEvent',
    file: 'shared/notifications/notificationRecords.ts',
    from: '    if (!(error instanceof ConditionFailed)) throw error;\n  }\n}',
    to: '  }\n}',
  },
  'an address in the log': {
    function: 'notifySubmission',
    file: 'shared/notifications/deliverer.ts',
    from: '{ ...ids, failure, reason: nameOf(error) }',
    to: '{ ...ids, failure, reason: claim.recipient }',
  },
};
