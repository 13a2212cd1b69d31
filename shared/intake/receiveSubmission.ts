import { ApiError } from '../contract/errors.ts';
import type { SubmissionData, SubmissionWithData } from '../contract/schemas/submission.ts';
import { endpointNotFound, type StoredEndpoint, shownEndpoint } from '../storage/endpoints.ts';
import type { NewSubmission } from '../storage/submissions.ts';
import { matchingTerm } from './blockedTerms.ts';
import { type CaptchaDependencies, checkCaptcha } from './captcha.ts';
import { type Controls, takeControlFields } from './controlFields.ts';
import { judge } from './learnedFilter.ts';
import { redirectTarget, requireAllowedOrigin } from './origin.ts';

export interface IntakeDependencies extends CaptchaDependencies {
  endpoints: { findWithFilter(id: string): Promise<{ endpoint?: StoredEndpoint; filter?: Uint8Array }> };
  submissions: { create(endpointId: string, submission: NewSubmission): Promise<SubmissionWithData> };
  siteUrl: string;
}

/** What was sent to an endpoint. */
export interface Sent {
  endpointId: string;
  body: SubmissionData;
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  location: string;
}

/** A submission on its way, as the checks for spam see it. */
interface Candidate {
  endpoint: StoredEndpoint;
  data: SubmissionData;
  controls: Controls;
  filter?: Uint8Array | undefined;
}

/** Why a submission is spam, or nothing. */
type SpamCheck = (candidate: Candidate) => Promise<string | undefined> | string | undefined;

/**
 * Receives a submission: refuses it, or stores it, marked as spam with the first reason that was found. All checks run
 * whatever the ones before found, so that no sender can tell by calls or time what was held.
 * @returns what was stored, and where the sender's browser goes
 * @throws ApiError NOT_FOUND, DISABLED, FORBIDDEN, BAD_REQUEST for a missing captcha, PAYLOAD_TOO_LARGE
 */
export async function receiveSubmission(sent: Sent, dependencies: IntakeDependencies) {
  const { endpoints, submissions, siteUrl } = dependencies;
  const { endpoint, filter } = await endpoints.findWithFilter(sent.endpointId);
  if (!endpoint) throw endpointNotFound();
  if (!endpoint.isEnabled) throw new ApiError('DISABLED', 'This endpoint is disabled and receives no submissions.');
  requireAllowedOrigin(endpoint, sent.headers);
  const { data, controls } = takeControlFields(sent.body, endpoint);
  const spamReason = await firstReason({ endpoint, data, controls, filter }, spamChecks(dependencies));
  const { location } = sent;
  const { mailSubject } = controls;
  const submission = await submissions.create(endpoint.id, { data, location, mailSubject, spamReason });
  return { submission, redirectUrl: redirectTarget(controls.next, shownEndpoint(endpoint, siteUrl)) };
}

/** In the order in which a reason counts. */
const spamChecks = (dependencies: IntakeDependencies): SpamCheck[] => [
  ({ controls }) => (controls.isHoneypotFilled ? 'honeypot' : undefined),
  ({ endpoint, controls }) => checkCaptcha(endpoint, controls.captchaAnswer, dependencies),
  ({ endpoint, data }) => {
    const term = matchingTerm(endpoint.blockedTerms ?? [], data);
    return term === undefined ? undefined : `term:${term}`;
  },
  ({ endpoint, data, filter }) => {
    if (endpoint.spamFilter !== 'learn' || !filter) return undefined;
    const { isSpam, words } = judge(filter, data);
    return isSpam ? `learned: ${words.join(', ')}` : undefined;
  },
];

async function firstReason(candidate: Candidate, checks: SpamCheck[]): Promise<string | undefined> {
  let first: string | undefined;
  for (const check of checks) {
    const reason = await check(candidate);
    first ??= reason;
  }
  return first;
}
