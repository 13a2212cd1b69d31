import { HOPS_HEADER } from '../contract/headers.ts';
import { isId } from '../contract/ids.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { FileReceiver, SentFiles } from '../files/fileReceiver.ts';
import type { SentFile } from '../files/sentFile.ts';
import { filesNotTaken, uploadGone } from '../files/uploads.ts';
import { newId } from '../runtime/newId.ts';
import type { Challenges } from '../storage/challenges.ts';
import { type Endpoints, endpointNotFound, type StoredEndpoint, shownEndpoint } from '../storage/endpoints.ts';
import type { Kind } from '../storage/learnedFilters.ts';
import { type Submissions, toStoredJson } from '../storage/submissions.ts';
import { UploadClaimed } from '../storage/uploadClaims.ts';
import { blockedTermIn } from './blockedTerms.ts';
import { checkCaptcha } from './captcha.ts';
import { type Controls, takeControlFields } from './controlFields.ts';
import { featuresOf } from './features.ts';
import { hopsOf } from './hops.ts';
import { type Judgement, judge, learnedReason } from './learnedFilter.ts';
import { redirectTarget, requireReceiving } from './origin.ts';
import type { SiteVerifier } from './siteVerify.ts';

export interface IntakeDependencies {
  endpoints: Pick<Endpoints, 'findWithFilter'>;
  submissions: Pick<Submissions, 'create'>;
  challenges: Pick<Challenges, 'spend'>;
  verifier: Pick<SiteVerifier, 'verify'>;
  /** What receives files. It is loaded when the first file comes. */
  fileReceiver: () => Promise<Pick<FileReceiver, 'accept' | 'store'>>;
  siteUrl: string;
}

/** What was sent to an endpoint. */
export interface Sent {
  endpointId: string;
  body: SubmissionData;
  files: readonly SentFile[];
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  location: string;
}

/** A submission on its way, as the checks for spam see it. */
interface Candidate {
  endpoint: StoredEndpoint;
  data: SubmissionData;
  controls: Controls;
  /** What the learned filter makes of it, where it knows enough. */
  judgement: Judgement | undefined;
}

/** Why a submission is spam, or nothing. */
type SpamCheck = (
  candidate: Candidate,
  dependencies: IntakeDependencies,
) => Promise<string | undefined> | string | undefined;

/** In the order in which a reason counts. */
const SPAM_CHECKS: readonly SpamCheck[] = [
  ({ controls }) => (controls.isHoneypotFilled ? 'honeypot' : undefined),
  ({ endpoint, controls }, dependencies) => checkCaptcha(endpoint, controls.captchaAnswer, dependencies),
  ({ endpoint, data }) => {
    const term = blockedTermIn(data, endpoint.blockedTerms ?? []);
    return term === undefined ? undefined : `term:${term}`;
  },
  ({ judgement }) => (judgement?.isSpam ? learnedReason(judgement) : undefined),
];

/**
 * Receives a submission: refuses it, or stores it, marked as spam with the first reason that was found. All checks run
 * whatever the ones before found, so that no sender can tell by calls or time what was held.
 * @returns what was stored, and where the sender's browser goes
 * @throws ApiError NOT_FOUND, DISABLED, FORBIDDEN, BAD_REQUEST for a missing captcha, PAYLOAD_TOO_LARGE
 */
export async function receiveSubmission(
  { endpointId, body, files, headers, location }: Sent,
  dependencies: IntakeDependencies,
) {
  const found = await dependencies.endpoints.findWithFilter(endpointId);
  if (!found) throw endpointNotFound();
  const { endpoint, learned } = found;
  requireReceiving(endpoint, headers);
  const { data, controls } = takeControlFields(body, endpoint);
  // Before a captcha's answer is used up: whoever is refused sends it again.
  toStoredJson(data);
  const judgement = judgementOf(endpoint, learned, data);
  const received = await receiveFiles(endpoint, { files, uploadIds: controls.uploadIds ?? [] }, dependencies);
  const spamReason = await firstReason({ endpoint, data, controls, judgement }, dependencies);
  const { mailSubject, next } = controls;
  const judgedAs: Kind | undefined = judgement && (judgement.isSpam ? 'spam' : 'ham');
  const hops = hopsOf(headers[HOPS_HEADER.toLowerCase()]);
  const stored = { data, location, mailSubject, spamReason, judgedAs, hops, ...(await received?.store()) };
  const submission = await orUploadGone(dependencies.submissions.create(endpoint.id, stored));
  return { submission, redirectUrl: redirectTarget(next, shownEndpoint(endpoint, dependencies.siteUrl)) };
}

/**
 * Checks the files of a submission that has some.
 * @returns what stores them
 */
async function receiveFiles(
  { id: endpointId, files: settings }: StoredEndpoint,
  sent: SentFiles,
  { fileReceiver }: IntakeDependencies,
) {
  if (sent.files.length + sent.uploadIds.length === 0) return undefined;
  if (!settings) throw filesNotTaken();
  const { uploadIds } = sent;
  if (!uploadIds.every((id) => isId('upload', id))) throw uploadGone();
  const receiver = await fileReceiver();
  const accepted = await receiver.accept(endpointId, settings, sent);
  if (accepted.length === 0) return undefined;
  const id = newId('submission');
  return { store: async () => ({ id, files: await receiver.store(endpointId, id, accepted), uploadIds }) };
}

async function orUploadGone<T>(created: Promise<T>): Promise<T> {
  try {
    return await created;
  } catch (error) {
    throw error instanceof UploadClaimed ? uploadGone() : error;
  }
}

function judgementOf({ spamFilter }: StoredEndpoint, learned: Uint8Array | undefined, data: SubmissionData) {
  if (spamFilter !== 'learn') return undefined;
  const judgement = judge(learned, featuresOf(data));
  return judgement.isFounded ? judgement : undefined;
}

async function firstReason(candidate: Candidate, dependencies: IntakeDependencies): Promise<string | undefined> {
  let first: string | undefined;
  for (const check of SPAM_CHECKS) {
    const reason = await check(candidate, dependencies);
    first ??= reason;
  }
  return first;
}
