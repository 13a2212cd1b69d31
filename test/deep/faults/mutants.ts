import type { Mutant } from '../../support/mutant.ts';

/** A mutant, and the function in which it is to be found. */
export interface FaultMutant extends Mutant {
  function: string;
  /** Part of the scenario's name in which it is to be found, where not every one of the function's finds it. */
  scenario?: string;
}

/** Each takes out of the real code what some fault makes necessary. */
export const MUTANTS: Record<string, FaultMutant> = {
  'no token of a transaction': {
    function: 'createEndpoint',
    file: 'shared/storage/table.ts',
    from: 'TransactItems, ClientRequestToken }',
    to: 'TransactItems }',
  },
  'a stored submission taken for a stranger': {
    function: 'createSubmission',
    file: 'shared/storage/submissions.ts',
    from: 'if (!(error instanceof ConditionFailed)) throw error;\n    }\n    return { id',
    to: 'throw error;\n    }\n    return { id',
  },
  'a key deleted in two steps': {
    function: 'deleteKey',
    file: 'shared/storage/keys.ts',
    from: "        { Delete: { Key: keyOfWorkspaceKey(workspaceId, createdAt, id) } },\n        countOneLess(workspaceId, 'keyCount'),\n      ]);",
    to: "      ]);\n      await this.#table.transact([{ Delete: { Key: keyOfWorkspaceKey(workspaceId, createdAt, id) } }, countOneLess(workspaceId, 'keyCount')]);",
  },
  'a slug that is freed first': {
    function: 'updateEndpoint',
    file: 'shared/storage/endpoints.ts',
    from: '      claimSlug(endpoint, slug),\n      releaseSlug(endpoint),\n      { Update',
    to: '      claimSlug(endpoint, slug),\n    ]);\n    await this.#table.transact([\n      releaseSlug(endpoint),\n      { Update',
  },
  'a broken connection that is no reason to try again': {
    function: 'retrieveEndpoint',
    file: 'shared/storage/failures.ts',
    from: "    UNREACHABLE.has(code ?? '') ||\n",
    to: '',
  },
  'a note of use that fails the request': {
    function: 'listKeys',
    file: 'shared/http/authentication.ts',
    from: '.catch(() => notedAt.delete(id))',
    to: '',
  },
  'changes whose failure is not reported': {
    function: 'indexSubmissions',
    file: 'lambdas/indexSubmissions.ts',
    from: 'const batchItemFailures = failed.map(',
    to: 'const batchItemFailures = failed.slice(1).map(',
  },
  'a removal that does not continue': {
    function: 'purgeEndpoint',
    file: 'lambdas/purgeEndpoint.ts',
    from: 'if (left) await removalQueue.send(endpointId);\n',
    to: '',
  },
  'a failed event that is forgotten': {
    function: 'recordMailEvent',
    file: 'shared/storage/notificationRecords.ts',
    from: '    if (!(error instanceof ConditionFailed)) throw error;\n  }\n}',
    to: '  }\n}',
  },
  'an address in the log': {
    function: 'notifySubmission',
    scenario: 'two submissions',
    file: 'shared/notifications/deliverer.ts',
    from: '{ ...idsOf(claim), failure, reason }',
    to: '{ ...idsOf(claim), failure, reason: claim.recipient }',
  },
  'a claim without its attempt on record': {
    function: 'notifySubmission',
    scenario: 'two submissions',
    file: 'shared/storage/notificationRecords.ts',
    from: ' ADD attempts :attempt',
    to: '',
  },
  'a claim given back though SES may have accepted the mail': {
    function: 'notifySubmission',
    scenario: 'two submissions',
    file: 'shared/notifications/deliverer.ts',
    from: 'if (!isRefusal(failure)) ',
    to: 'if (false) ',
  },
  'a mark that is forgotten': {
    function: 'notifySubmission',
    scenario: 'two submissions',
    file: 'shared/notifications/deliverer.ts',
    from: "return { reason: 'sent but not marked', sent: { attempt: claim.attempt, messageId } }",
    to: "return 'sent'",
  },
  'a queue whose failure is ignored': {
    function: 'notifySubmission',
    scenario: 'two submissions',
    file: 'shared/notifications/dispatcher.ts',
    from: 'return failed.filter(({ sent }) => sent === undefined);',
    to: 'return [];',
  },
  'a message acknowledged though the next one could not be sent': {
    function: 'notifySubmission',
    scenario: 'SES throttles',
    file: 'shared/notifications/queueConsumer.ts',
    from: 'await this.#dependencies.dispatcher.enqueue(messages);\n    if (notQueued.length > 0) throw',
    to: 'await this.#dependencies.dispatcher.enqueue(messages);\n    if (notQueued.length < 0) throw',
  },
  'a digest on record before its message is sent': {
    function: 'notifySubmission',
    scenario: 'budget',
    file: 'shared/notifications/digests.ts',
    from: `    await this.#queue.send({ ...message, dueAt: Math.max(message.dueAt, endMs + DIGEST_DELAY_MS) });
    const isNew = await this.#records.open(id, endpoint.id);
`,
    to: `    const isNew = await this.#records.open(id, endpoint.id);
    if (isNew) await this.#queue.send({ ...message, dueAt: Math.max(message.dueAt, endMs + DIGEST_DELAY_MS) });
`,
  },
  'a digest that is read before it is closed': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    file: 'shared/notifications/queueConsumer.ts',
    from: `    if (digest && recipient === ANY_RECIPIENT) await digests.close(digest);
`,
    // What was written once is kept.
    to: `    if (digest) await digestMessages.deliveries(endpoint, digest);
    if (digest && recipient === ANY_RECIPIENT) await digests.close(digest);
`,
  },
  'a submission of the queue timed by its id': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    file: 'shared/notifications/queueConsumer.ts',
    from: 'message.storedBefore ?? message.firstAt',
    to: 'submittedAt(submission.id) + 30_000',
  },
  'a digest that is relied on when it is closed': {
    function: 'notifySubmission',
    scenario: 'while their digest',
    file: 'shared/notifications/digests.ts',
    from: 'storedBefore > closedAt - DIGEST_MARGIN_MS',
    to: 'storedBefore > closedAt + 600_000',
  },
};
