import type { WalkName } from './walks.ts';

/**
 * Everything that happens by the passing of time, and where the code uses time for it. A use of time is a constant with a
 * unit of time, or one of `now` (reads the clock), `ttl`, `delay` (of a queue), `timer`, `duration` (a number with a unit in
 * its name, or one of the template) and `schedule`.
 */
interface Happening {
  /** The effect that somebody notices. */
  what: string;
  /** A walk of this folder, or a test file. */
  shownBy: WalkName | `test/${string}`;
  /** By file. */
  uses: Record<string, string>;
}

const storage = 'shared/storage';
const mail = 'shared/deliveries/channels/mail';
const webhook = 'shared/deliveries/channels/webhook';
const confirmation = 'shared/deliveries/channels/confirmation';

export const HAPPENINGS: Happening[] = [
  {
    what: 'a digest is due, closed and sent; later the budget is free again',
    shownBy: 'digest',
    uses: {
      [`${mail}/digests/digests.ts`]: 'now',
      [`${mail}/mailTiming.ts`]: 'DIGEST_PERIOD_MS DIGEST_DELAY_MS',
      [`${mail}/budget/mailBudget.ts`]: 'HIDDEN_MS OPEN_MINUTES now',
      [`${storage}/counters/minuteCounts.ts`]: 'KEPT_S ttl',
      [`${storage}/deliveries/digestRecords.ts`]: 'KEPT_S ttl',
    },
  },
  {
    what: 'a submission that is late for its digest is in another one',
    shownBy: 'lateDigest',
    uses: { [`${mail}/mailTiming.ts`]: 'DIGEST_MARGIN_MS', [`${mail}/budget/noMail.ts`]: 'LISTED_WITHIN_MS' },
  },
  {
    what: 'a mail is retried for days',
    shownBy: 'mailRetries',
    uses: {
      [`${mail}/mailTiming.ts`]: 'MAIL_RETRY_WAITS_MS',
      'shared/deliveries/timeoutsAndRetries.ts': 'MESSAGE_RETRY_WAITS_MS QUEUE_DELAY_MAX_MS EARLY_MS',
      'shared/deliveries/attempts.ts': 'now',
      'shared/deliveries/deliveryQueues.ts': 'delay now',
      'shared/runtime/messageQueue.ts': 'delay',
      [`${storage}/deliveries/dueMessages.ts`]: 'KEPT_S ttl',
      'infra/constructs/background/webhooks.ts': 'schedule',
    },
  },
  {
    what: 'a mail is given up after three days, and is on the operator’s list for 90',
    shownBy: 'mailGivenUp',
    uses: { [`${storage}/deliveries/deliveryRecords.ts`]: 'KEPT_ON_LIST_S' },
  },
  {
    what: 'a webhook is retried for days, and its log is kept for a month',
    shownBy: 'webhookRetries',
    uses: {
      [`${webhook}/webhookTiming.ts`]: 'WEBHOOK_RETRY_WAITS_MS',
      [`${storage}/deliveries/deliveryRecords.ts`]: 'KEPT_S DELIVERIES_KEPT_MS now ttl',
      [`${storage}/deliveries/storedDelivery.ts`]: 'ttl',
      [`${storage}/webhooks/webhookLog.ts`]: 'now',
    },
  },
  {
    what: 'a receiver asks to be called later (Retry-After)',
    shownBy: 'test/unit/shared/deliveries/channels/webhook/attempts.test.ts',
    uses: {
      'shared/deliveries/timeoutsAndRetries.ts': 'RETRY_AFTER_MAX_MS',
      [`${webhook}/post.ts`]: 'now',
      [`${webhook}/response.ts`]: 'RETRY_AFTER_SECONDS_MAX',
    },
  },
  {
    what: 'a webhook that fails for five days is switched off',
    shownBy: 'webhookOff',
    uses: {
      [`${webhook}/webhookTiming.ts`]: 'SWITCH_OFF_AFTER_MS',
      [`${webhook}/switchOff.ts`]: 'now',
      [`${storage}/webhooks/webhookHealth.ts`]: 'now',
    },
  },
  {
    what: 'a previous webhook secret stops signing after a day',
    shownBy: 'previousSecret',
    uses: {
      'shared/contract/limits.ts': 'WEBHOOK_PREVIOUS_SECRET_HOURS',
      [`${storage}/webhooks/webhookSecrets.ts`]: 'now',
      [`${storage}/webhooks/webhooks.ts`]: 'now',
    },
  },
  {
    what: 'after an outage of table or queues, deliveries are planned and continue',
    shownBy: 'tableOutage',
    uses: {
      'shared/deliveries/deliveryWork.ts': 'PLAN_WAIT_MS now',
      'shared/deliveries/deliveryQueues.ts': 'REFUSED_WAIT_MS',
      'shared/deliveries/engine.ts': 'UNCLAIMED_WAIT_MS now',
      'shared/deliveries/events.ts': 'LATE_MS',
      'shared/changes/handleRecords.ts': 'FIRST_WAIT_MS timer',
    },
  },
  {
    what: 'the lease of an attempt whose function died ends, and it is repeated',
    shownBy: 'test/deep/faults/faults.test.ts',
    uses: {
      [`${mail}/mailTiming.ts`]: 'MAIL_LEASE_MS MAIL_DELIVERY_MS',
      [`${webhook}/webhookTiming.ts`]: 'WEBHOOK_LEASE_MS WEBHOOK_DELIVERY_MS NOTING_MS',
      'shared/deliveries/timeoutsAndRetries.ts': 'CLAIM_MS RECORDING_MS CLOCK_SKEW_MS',
    },
  },
  {
    what: 'a replay or redrive goes out within a minute',
    shownBy: 'test/service/operations/replayWebhookDeliveries.test.ts',
    uses: { 'shared/deliveries/replay.ts': 'INTERRUPTED_AFTER_MS now', [`${mail}/redrive.ts`]: 'now' },
  },
  {
    what: 'confirmations beyond the endpoint’s limit wait for their hour, at most a day',
    shownBy: 'waitingConfirmations',
    uses: {
      [`${confirmation}/confirmationTiming.ts`]:
        'CONFIRMATION_AGE_MAX_MS CONFIRMATION_DAY_MS CONFIRMATION_HOUR_MS CONFIRMATION_RETRY_WAITS_MS COUNTED_EARLY_MS',
      [`${confirmation}/waitingList.ts`]: 'APART_MS SOON_MS',
      [`${storage}/confirmations/confirmationCounts.ts`]: 'KEPT_S now ttl',
      [`${storage}/confirmations/waitingConfirmations.ts`]: 'KEPT_S ttl',
    },
  },
  {
    what: 'a brake on confirmations ends, and they go out over an hour',
    shownBy: 'brake',
    uses: {
      [`${confirmation}/confirmationTiming.ts`]: 'CONFIRMATION_RELEASE_MS',
      [`${storage}/confirmations/confirmationHealth.ts`]: 'KEPT_S now ttl',
      'lambdas/confirmations/retrieveConfirmationStatus.ts': 'now',
      'lambdas/confirmations/testConfirmation.ts': 'now',
    },
  },
  {
    what: 'a pending submission expires after a week',
    shownBy: 'pending',
    uses: {
      'shared/contract/limits.ts': 'PENDING_DAYS',
      [`${storage}/table/itemKeys.ts`]: 'PENDING_MS',
      [`${storage}/submissions/submissions.ts`]: 'ttl',
      [`${storage}/submissions/firstSubmissions.ts`]: 'now',
      [`${storage}/confirmations/pendingSubmissions.ts`]: 'now ttl',
    },
  },
  {
    what: 'submissions that an endpoint no longer keeps are hidden at once, and removed within hours',
    shownBy: 'keptByAge',
    uses: {
      'lambdas/purgeEndpoint.ts': 'now REMOVED_EVERY_MS',
      [`${storage}/endpoints/endpoints.ts`]: 'now',
      'shared/contract/limits.ts': 'KEEP_DAYS_MAX',
      'lambdas/submissions/listSubmissions.ts': 'now',
      'lambdas/submissions/searchSubmissions.ts': 'now',
      'lambdas/endpoints/listStatistics.ts': 'now',
      'shared/removal/ageRemoval.ts': 'now',
      'infra/constructs/background/indexAndRemoval.ts': 'schedule',
      'infra/operator/export/contents.ts': 'now',
    },
  },
  {
    what: 'spam that an endpoint no longer keeps is hidden at once, and removed within hours',
    shownBy: 'spamByAge',
    uses: {},
  },
  {
    what: 'the audit log says how many were removed on a day once it is over',
    shownBy: 'test/unit/shared/removal/ageRemoval.test.ts',
    uses: { 'shared/removal/ageRemoval.ts': 'SETTLED_MS' },
  },
  {
    what: 'an entry of the audit log is no longer listed after 400 days',
    shownBy: 'test/service/operations/listAuditEntries.test.ts',
    uses: {
      'shared/contract/limits.ts': 'AUDIT_DAYS',
      [`${storage}/audit/addEntry.ts`]: 'ttl',
      [`${storage}/audit/auditLog.ts`]: 'now ttl',
    },
  },
  { what: 'a form closes at its moment', shownBy: 'closing', uses: { 'shared/receiving/requireReceiving.ts': 'now' } },
  {
    what: 'mails and webhooks that fail until their submission is due are given up',
    shownBy: 'dueUndelivered',
    uses: { [`${mail}/mailChannel.ts`]: 'now', [`${mail}/digests/digestMessage.ts`]: 'now' },
  },
  {
    what: 'delivered submissions are removed within hours, and undelivered ones after three days',
    shownBy: 'untilDelivered',
    uses: { 'shared/deliveries/channels/deliveredRemoval.ts': 'now', 'shared/contract/limits.ts': 'UNDELIVERED_DAYS' },
  },
  {
    what: 'a sender may ask for the confirmation again after an hour',
    shownBy: 'resend',
    uses: {
      'shared/contract/limits.ts': 'CONFIRMATION_RESEND_MINUTES',
      [`${storage}/confirmations/pendingSubmissions.ts`]: 'RESEND_WAIT_MS',
      [`${confirmation}/resending.ts`]: 'now',
    },
  },
  {
    what: 'equal forms are merged for a minute, and the secret of a day goes two days later',
    shownBy: 'dailySecret',
    uses: {
      'shared/contract/limits.ts': 'MERGED_SECONDS',
      [`${storage}/table/dailySecrets.ts`]: 'ttl',
      [`${storage}/table/secrets.ts`]: 'ttl',
      'shared/receiving/repeats.ts': 'now',
    },
  },
  {
    what: 'a request with an `Idempotency-Key` is remembered for a day, and a form with an `_id` as long as its draft',
    shownBy: 'request',
    uses: {
      'shared/contract/limits.ts': 'IDEMPOTENCY_KEY_HOURS DRAFT_DAYS',
      [`${storage}/submissions/requestRecords.ts`]: 'IDEMPOTENCY_KEY_S SETTLED_AFTER_MS DELETIONS_KEPT_MS now ttl',
    },
  },
  {
    what: 'a key expires',
    shownBy: 'key',
    uses: {
      'shared/contract/schemas/keys/key.ts': 'now',
      'lambdas/keys/verifyKey.ts': 'now',
      [`${storage}/workspaces/keyShares.ts`]: 'now',
      [`${storage}/workspaces/keys.ts`]: 'now',
    },
  },
  {
    what: 'a sign-in code ends after ten minutes, and failed attempts at it are recorded a minute later',
    shownBy: 'signInCode',
    uses: {
      'shared/contract/limits.ts': 'SIGN_IN_CODE_MINUTES',
      'shared/signIn/signInQueue.ts': 'CLOSED_DELAY_S delay',
      [`${storage}/members/signInCodes.ts`]: 'KEPT_S now ttl',
    },
  },
  {
    what: 'a browser that signed in has codes of its own for 180 days',
    shownBy: 'test/unit/shared/storage/members/signInCodes.test.ts',
    uses: { 'shared/contract/limits.ts': 'DEVICE_DAYS', 'site/app/session/session.ts': 'now' },
  },
  {
    what: 'a person who muted codes gets them again after a day',
    shownBy: 'muted',
    uses: { 'shared/contract/limits.ts': 'MUTED_HOURS', [`${storage}/members/memberships.ts`]: 'now ttl' },
  },
  {
    what: 'a session ends after twelve hours',
    shownBy: 'session',
    uses: {
      'shared/contract/limits.ts': 'SESSION_HOURS',
      [`${storage}/members/sessions.ts`]: 'KEPT_S now ttl',
      [`${storage}/members/members.ts`]: 'now',
    },
  },
  {
    what: 'a person who asked for too many codes gets another in the next quarter of an hour',
    shownBy: 'codesOfQuarter',
    uses: { [`${storage}/counters/rateLimits.ts`]: 'QUARTER_MS', 'lambdas/members/requestSignInCode.ts': 'now' },
  },
  {
    what: 'a key’s last use is noted at most every half minute',
    shownBy: 'test/unit/shared/storage/workspaces/keys.test.ts',
    uses: {
      'shared/http/authentication.ts': 'NOTE_INTERVAL_MS now',
      [`${storage}/workspaces/keys.ts`]: 'USE_NOTED_EVERY_MS',
    },
  },
  {
    what: 'an upload, its pass and its claim expire',
    shownBy: 'upload',
    uses: {
      'shared/contract/limits.ts': 'UPLOAD_VALID_S',
      'shared/receiving/captcha/uploadPass.ts': 'PASS_VALID_S',
      'lambdas/submissions/createUpload.ts': 'now',
      [`${storage}/submissions/uploadClaims.ts`]: 'KEPT_S RESERVED_MS now ttl',
    },
  },
  {
    what: 'files that no submission has are removed a quarter of an hour later',
    shownBy: 'test/unit/shared/removal/fileRemoval.test.ts',
    uses: { 'shared/removal/removalQueue.ts': 'UNSTORED_FILES_DELAY_S delay' },
  },
  {
    what: 'a file’s URL expires',
    shownBy: 'test/service/local/clock.test.ts',
    uses: { 'shared/contract/limits.ts': 'FILE_URL_VALID_S', 'lambdas/submissions/retrieveFile.ts': 'now' },
  },
  {
    what: 'a captcha’s challenge expires, and a spent one is forgotten later',
    shownBy: 'upload',
    uses: {
      'shared/receiving/captcha/altcha.ts': 'CHALLENGE_VALID_S',
      'shared/receiving/captcha/captcha.ts': 'now',
      'lambdas/submissions/retrieveChallenge.ts': 'now',
      [`${storage}/submissions/challenges.ts`]: 'KEPT_S now ttl',
    },
  },
  {
    what: 'a limit’s count starts again with its minute or hour',
    shownBy: 'limit',
    uses: {
      [`${storage}/counters/rateLimits.ts`]: 'KEPT_S now ttl',
      'lambdas/webhooks/testWebhook.ts': 'now',
      'lambdas/members/createMember.ts': 'now',
      'lambdas/sendSignInMail.ts': 'now',
      'shared/receiving/throttle.ts': 'now',
      'shared/receiving/sentKey.ts': 'now',
    },
  },
  {
    what: 'forms that answer each other’s mails are stopped for a quarter of an hour',
    shownBy: 'test/unit/shared/receiving/hops.test.ts',
    uses: { 'shared/receiving/hops.ts': 'COUNTED_MS now' },
  },
  {
    what: 'new submissions settle in the index, and statistics are by day',
    shownBy: 'index',
    uses: {
      'shared/search/ranges.ts': 'SETTLED_AFTER_MS',
      'shared/search/rangeReader.ts': 'REPLICATED_AFTER_MS',
      'lambdas/endpoints/retrieveStatistics.ts': 'now',
      'infra/constructs/background/indexAndRemoval.ts': 'INDEX_WINDOW_S duration',
    },
  },
  {
    what: 'the account’s quota and sandbox are read again every quarter of an hour',
    shownBy: 'test/unit/shared/deliveries/channels/mail/sending/accountRate.test.ts',
    uses: { [`${mail}/sending/accountReading.ts`]: 'HOLDS_MS PAUSE_AFTER_FAILURE_MS now' },
  },
  {
    what: 'the probe posts its form every few minutes',
    shownBy: 'test/service/local/probeForms.test.ts',
    uses: { 'infra/constructs/monitoring/formProbe.ts': 'schedule duration', 'shared/probe/sendForm.ts': 'TIMEOUT_MS' },
  },
  {
    what: 'all records of a post that expire are gone',
    shownBy: 'records',
    uses: { 'infra/constructs/storage/formsTable.ts': 'ttl' },
  },
  {
    what: 'uploads, removed versions of files, failed records, logs, messages and backups are removed by AWS',
    shownBy: 'test/unit/local/aws/s3/lifecycle.test.ts',
    uses: {
      'infra/retention.ts': 'RETENTION_DAYS UPLOADS_GONE_DAYS REMOVED_FILES_GONE_DAYS RULE_DAYS_MAX',
      'infra/settings.ts': 'LOG_RETENTION_DAYS',
      'infra/constructs/storage/submittedFiles.ts': 'duration',
      'infra/constructs/storage/failedRecords.ts': 'duration',
      'infra/constructs/storage/accessLogs.ts': 'duration',
      'infra/constructs/storage/deadLetters.ts': 'duration',
      'infra/constructs/monitoring/alarmTopic.ts': 'duration',
      'infra/constructs/background/streamReader.ts': 'duration',
    },
  },
  {
    what: 'a message whose function died is visible again',
    shownBy: 'test/deep/faults/faults.test.ts',
    uses: { 'infra/constructs/background/deliveryQueues.ts': 'duration' },
  },
  {
    what: 'the dashboard shows new submissions by itself',
    shownBy: 'test/service/browser/dashboard/inbox.test.ts',
    uses: {
      'site/app/endpoints/polling.ts': 'INTERVAL_MIN_MS INTERVAL_MAX_MS timer',
      'site/app/submissions/listing.ts': 'OVERLAP_MS WHOLE_EVERY_MS now',
      'site/app/submissions/totals.ts': 'FOLLOWS_WITHIN_MS now',
    },
  },
  {
    what: 'the dashboard deletes a submission once it can no longer be undone',
    shownBy: 'test/unit/site/app/submissions/triage.test.ts',
    uses: { 'site/app/submissions/triage.ts': 'timer', 'site/app/ui/toasts.ts': 'TOAST_MS timer' },
  },
];

/** Uses of time from which nothing happens later. */
export const OTHER_USES: { because: string; uses: Record<string, string> }[] = [
  {
    because: 'it bounds a call, an invocation or a pause within one',
    uses: {
      'infra/access/webhooks.ts': 'duration',
      'infra/constructs/background/fileScans.ts': 'duration',
      'infra/constructs/background/notifications.ts': 'duration',
      'infra/constructs/background/signInMail.ts': 'TIME_LIMIT_S duration',
      'infra/constructs/background/webhooks.ts': 'duration',
      'infra/constructs/functions/apiFunctions.ts': 'duration',
      'infra/constructs/site/siteDeployment.ts': 'duration',
      'lambdas/purgeEndpoint.ts': 'DEADLINE_MARGIN_MS',
      'lambdas/recordScan.ts': 'WAIT_MS timer',
      [`${mail}/mailTiming.ts`]: 'CONNECTING_MS MAIL_TIME_LIMIT_S SENDING_MS SEND_ATTEMPT_MS',
      [`${mail}/sending/mailPacing.ts`]: 'now',
      [`${mail}/sending/newConnections.ts`]: 'timer',
      [`${mail}/sending/pacer.ts`]: 'SAVED_UP_MS now timer duration',
      [`${webhook}/lookUp.ts`]: 'TIMEOUT_MS',
      [`${webhook}/post.ts`]: 'CONNECT_TIMEOUT_MS timer',
      [`${webhook}/webhookPacing.ts`]: 'now',
      [`${webhook}/webhookTiming.ts`]: 'PACE_MAX_MS POSTING_MS POST_TIMEOUT_MS WEBHOOK_TIME_LIMIT_S',
      [`${webhook}/webhookChannel.ts`]: 'timer',
      'shared/deliveries/consumer.ts': 'BUSY_MS RECEIVE_AFTER_MS now timer',
      'shared/deliveries/createEngine.ts': 'now',
      'shared/deliveries/timeoutsAndRetries.ts':
        'CALL_ATTEMPT_MS CALL_MS HANDOVER_MS RECEIVE_ATTEMPT_MS RECEIVE_MS RECEIVE_WAIT_S SDK_PAUSE_MS',
      'shared/files/fileBucket.ts': 'COPY_TIMEOUT_MS READ_TIMEOUT_MS WRITE_TIMEOUT_MS',
      'shared/files/signedRequests.ts': 'FIRST_WAIT_MS timer',
      'shared/http/authentication.ts': 'NOTE_WAIT_MAX_MS timer',
      'shared/receiving/sentKey.ts': 'NOTE_WAIT_MAX_MS timer',
      'shared/http/audit.ts': 'FAILED_WAIT_MAX_MS timer',
      'shared/http/fileReceiverDependencies.ts': 'QUEUE_TIMEOUT_MS',
      'shared/http/serve.ts': 'DEADLINE_MARGIN_MS',
      'shared/receiving/receiveSubmission.ts': 'STORED_WITHIN_MS now timer',
      'shared/receiving/captcha/captcha.ts': 'GIVING_BACK_MS timer',
      'shared/receiving/repeats.ts': 'FIRST_WAIT_MS timer',
      'shared/receiving/captcha/siteVerify.ts': 'ANSWERED_WITHIN_MS ATTEMPT_TIMEOUT_MS',
      'shared/messages/formats/discord.ts': 'PACE_MS',
      'shared/messages/formats/googlechat.ts': 'PACE_MS',
      'shared/messages/formats/mattermost.ts': 'PACE_MS',
      'shared/messages/formats/slack.ts': 'PACE_MS',
      'shared/messages/formats/teams.ts': 'PACE_MS',
      'shared/messages/formats/telegram.ts': 'PACE_MS',
      'lambdas/mcp.ts': 'CALLS_MS_MAX',
      'shared/search/submissionSearch.ts': 'TIME_MAX_MS now',
      [`${storage}/table/client.ts`]: 'CONNECT_MS',
      [`${storage}/table/table.ts`]: 'CONFLICT_WAIT_MS CONFLICT_WAIT_MAX_MS timer',
    },
  },
  {
    because: 'it only says when something happened, or how long it took',
    uses: {
      'shared/changes/change.ts': 'now',
      'shared/changes/storeFailed.ts': 'now',
      [`${mail}/sending/mailSender.ts`]: 'now',
      [`${webhook}/webhookChannel.ts`]: 'now',
      [`${webhook}/webhookDeliveries.ts`]: 'now',
      'shared/deliveries/channels/mailLane.ts': 'now',
      'shared/http/plainFunction.ts': 'now',
      'shared/http/requestLog.ts': 'now',
      'shared/runtime/consume.ts': 'now',
      'shared/runtime/metrics.ts': 'now',
      [`${storage}/submissions/submissions.ts`]: 'now',
      'shared/runtime/newId.ts': 'now',
      [`${storage}/confirmations/unsubscribed.ts`]: 'now',
      [`${storage}/workspaces/workspaces.ts`]: 'now',
    },
  },
  {
    because: 'metrics, alarms, plantedText deployments and the firewall of AWS judge periods',
    uses: {
      'infra/constructs/api/webFirewall.ts': 'WINDOW_SECONDS',
      'infra/constructs/functions/canaryDeployment.ts': 'duration',
      'infra/constructs/monitoring/monitoring.ts':
        'LATENCY_MAX_MS MAIL_QUEUE_AGE_MAX_S REMOVAL_QUEUE_AGE_MAX_S SIGN_IN_QUEUE_AGE_MAX_S WEBHOOK_QUEUE_AGE_MAX_S',
      'infra/constructs/monitoring/serviceDashboard.ts': 'duration',
      'infra/constructs/monitoring/serviceMetrics.ts': 'duration',
    },
  },
  {
    because: 'browsers and CloudFront keep pages, and browsers drafts',
    uses: {
      'infra/constructs/site/formsSite.ts': 'duration ttl',
      'infra/constructs/site/siteHeaders.ts': 'duration',
      'shared/contract/headers.ts': 'duration',
      'site/staticFiles.ts': 'duration',
      'site/securityHeaders.ts': 'duration',
      'site/forms/draft.js': 'now',
    },
  },
  {
    because: 'operator commands wait for effects on AWS, or say when something happened',
    uses: {
      'infra/operator/progress.ts': 'INTERVAL_MS now',
      'infra/operator/erase/eraseWorkspace.ts': 'now timer',
      'infra/operator/erase/settleTime.ts': 'SETTLE_MS',
      // The record of an erased person expires with the last backup; a later removal of it changes nothing.
      'infra/operator/erase/person/erasePerson.ts': 'KEPT_S',
      [`${storage}/workspaces/personErasures.ts`]: 'now ttl',
      'infra/operator/export/contents.ts': 'ttl',
      'infra/operator/export/exportRecord.ts': 'now',
      'infra/operator/export/exportWorkspace.ts': 'now',
      'infra/operator/export/submittedFile.ts': 'FIRST_WAIT_MS URL_VALID_S now timer',
      'infra/operator/notifications/redriveChanges.ts': 'now',
      'infra/operator/restore/restoreEndpoint.ts': 'now ttl',
      'infra/operator/setup/dnsRecords.ts': 'TTL_S',
      'infra/operator/setup/runSteps.ts': 'POLL_MS',
      'infra/operator/setup/setup.ts': 'timer',
      'infra/operator/smoke/client.ts': 'ANSWER_TIMEOUT_MS',
      'infra/operator/smoke/replay.ts': 'FAILED_TWICE_WITHIN_MS QUEUED_WITHIN_MS POLL_MS now timer',
      'infra/operator/smoke/runSmoke.ts': 'now',
      'infra/operator/smoke/smoke.ts': 'now',
      'infra/operator/setup/removal/exportOffer.ts': 'now',
      'infra/operator/workspace/commands.ts': 'timer',
      'infra/operator/setup/steps/testSubmission.ts': 'ANSWER_TIMEOUT_MS now',
    },
  },
  {
    because: 'pages with a form bound their waits, and ask for a new upload URL before the old one expires',
    uses: { 'site/forms/language.js': 'LOADED_WITHIN_MS now timer', 'site/forms/upload.js': 'URL_VALID_MS now timer' },
  },
  {
    because:
      'the dashboard paces its requests, keys and messages, and says how long ago something was or whether it is over',
    uses: {
      'site/app/api/client.ts': 'RESPONSE_MAX_MS RETRY_DELAY_MS LONG_DELAY_MS DELAY_MAX_MS timer',
      'site/app/commands/keyboard.ts': 'SEQUENCE_MS timer',
      'site/app/endpoints/ConfirmationFields.tsx': 'now',
      'site/app/frame/Palette.tsx': 'timer',
      'site/app/inbox/ExportDialog.tsx': 'SAVE_MS now timer',
      'site/app/inbox/Toolbar.tsx': 'TYPING_MS timer',
      'site/app/keys/KeysPage.tsx': 'now',
      'site/app/ui/Copy.tsx': 'COPIED_MS timer',
      'site/app/ui/SecretDialog.tsx': 'timer',
      'site/app/ui/Time.tsx': 'TICK_MS now timer',
      'site/app/webhooks/ReplayFailed.tsx': 'now',
      'site/app/webhooks/WebhookCard.tsx': 'now',
      'site/assets/site.js': 'timer',
    },
  },
  {
    because: 'builds and commands wait for a local service, or keep what others may still use',
    uses: {
      'infra/localService/outputs.ts': 'ANSWER_TIMEOUT_MS',
      'infra/tools/buildFolder.ts': 'BEGUN_KEPT_MS now',
      'infra/tools/folderLock.ts': 'ANSWER_TIMEOUT_MS timer',
    },
  },
  {
    because: 'it is an example, or a number of the estimate of costs',
    uses: {
      'infra/operator/cost/assumptions.ts': 'duration',
      'infra/operator/cost/stackFacts.ts': 'schedule',
      'shared/contract/schemas/endpoints/endpointDocs.ts': 'duration',
      'shared/contract/schemas/webhooks/webhookDocs.ts': 'duration',
      'site/guide/examples/contact.js': 'now',
      'site/guide/examples/verify-webhook.ts': 'TOLERANCE_SECONDS now',
    },
  },
  {
    because: 'it is the end of a range of numbers, or a length of one',
    uses: {
      'shared/contract/limits.ts': 'STATISTICS_DAYS_MAX',
      'shared/runtime/awsLimits.ts': 'QUEUE_DELAY_S_MAX',
      'shared/fields/times.ts': 'LAST_MS',
      [`${storage}/table/itemKeys.ts`]: 'TIME_MAX_MS',
      'site/app/overview/bars.ts': 'WEEK_DAYS',
    },
  },
];
