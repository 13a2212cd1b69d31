import { setTimeout as sleep } from 'node:timers/promises';
import { withoutOtherControls } from '../contract/controlFields.ts';
import { ApiError } from '../contract/errors.ts';
import { preferredLanguage } from '../contract/formLanguages.ts';
import { FORM_PAGES, thankYouUrl } from '../contract/formPages.ts';
import { HOPS_HEADER, idempotencyKeyIn } from '../contract/headers.ts';
import { isId } from '../contract/ids.ts';
import { FILES_MAX } from '../contract/limits.ts';
import type { Submission, SubmissionData } from '../contract/schemas/submissions/submission.ts';
import type { FileReceiver, SentFiles } from '../files/fileReceiver.ts';
import { filesNotTaken, uploadGone } from '../files/uploads.ts';
import { newId } from '../runtime/newId.ts';
import { blockedTermIn } from '../spamFilter/blockedTerms.ts';
import { featuresOf } from '../spamFilter/features.ts';
import { isRefuted } from '../spamFilter/filterRecord.ts';
import { type Judgement, judge, learnedReason } from '../spamFilter/learnedFilter.ts';
import { endpointNotFound } from '../storage/endpoints/endpoints.ts';
import { PlacesTaken } from '../storage/endpoints/places.ts';
import { type StoredEndpoint, shownEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { EndpointsWithFilter, JudgingFilter } from '../storage/filter/endpointsWithFilter.ts';
import type { Kind } from '../storage/filter/learning.ts';
import type { Challenges } from '../storage/submissions/challenges.ts';
import type { Submissions } from '../storage/submissions/submissions.ts';
import { type UploadClaim, type UploadClaims, UploadTaken } from '../storage/submissions/uploadClaims.ts';
import type { DailySecrets } from '../storage/table/dailySecrets.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { ConditionFailed, type TableAccess } from '../storage/table/table.ts';
import { type AdmitDependencies, type Admitted, admit } from './admit.ts';
import { checkCaptcha, giveBack } from './captcha/captcha.ts';
import type { SiteVerifier } from './captcha/siteVerify.ts';
import { closedError } from './closedError.ts';
import { type Controls, uploadIdsIn } from './controlFields.ts';
import { hopsOf } from './hops.ts';
import { networkNameOf, networkOf } from './network.ts';
import { redirectTarget } from './redirectTarget.ts';
import { attemptOf, type InputFile, inputHashOf, repeatedOf, sha256, storedBefore, storeOnce } from './repeats.ts';
import { isShut } from './requireReceiving.ts';
import type { Sent } from './sent.ts';

export interface IntakeDependencies extends AdmitDependencies {
  endpointsWithFilter: Pick<EndpointsWithFilter, 'find'>;
  submissions: Pick<Submissions, 'create'>;
  table: Pick<TableAccess, 'get' | 'getAll' | 'put' | 'transact'>;
  dailySecrets: Pick<DailySecrets, 'find'>;
  challenges: Pick<Challenges, 'spend' | 'giveBack'>;
  verifier: Pick<SiteVerifier, 'verify'>;
  uploadClaims: Pick<UploadClaims, 'hasTaken' | 'reserve' | 'release'>;
  /** Loaded with the first file. */
  fileReceiver: () => Promise<Pick<FileReceiver, 'accept' | 'store'>>;
}

/** A submission as input for the spam checks. */
interface Candidate {
  endpoint: StoredEndpoint;
  data: SubmissionData;
  controls: Controls;
  /** The learned filter's judgement, if it has enough marks. */
  judgement: Judgement | undefined;
  /** True if the filter only judges, because people contradicted it. */
  isFilterPaused: boolean;
  captchaReason: string | undefined;
}

/** Returns why a submission is spam, if it is. */
type SpamCheck = (candidate: Candidate) => string | undefined;

/** In order of precedence. */
const SPAM_CHECKS: readonly SpamCheck[] = [
  ({ controls }) => (controls.isHoneypotFilled ? 'honeypot' : undefined),
  ({ captchaReason }) => captchaReason,
  ({ endpoint, data }) => {
    const { blockedTerms = [], fields } = endpoint;
    // FormSubmit's own list of blocked terms would match them.
    const term =
      blockedTerms.length === 0 ? undefined : blockedTermIn(withoutOtherControls(data, fields), blockedTerms);
    return term === undefined ? undefined : `term:${term}`;
  },
  ({ judgement, isFilterPaused }) => (judgement?.isSpam && !isFilterPaused ? learnedReason(judgement) : undefined),
];

/**
 * Receives a submission: rejects it, or stores it, held as spam for the first reason found. All checks always run, so
 * that senders cannot tell from calls or timing what was held.
 * @returns what is stored, whether an earlier request stored it, and the page or URL for the sender's browser
 * @throws ApiError NOT_FOUND, DISABLED, FORBIDDEN, BAD_REQUEST for a missing captcha response, PAYLOAD_TOO_LARGE,
 *   CONFLICT
 */
export async function receiveSubmission(sent: Sent, dependencies: IntakeDependencies) {
  const startedAt = Date.now();
  const { endpointId, body, headers, location, sourceIp, fieldOrder, charset } = sent;
  const [found, isTaken, hops] = await Promise.all([
    dependencies.endpointsWithFilter.find(endpointId),
    namesTaken(body, dependencies),
    hopsOf(headers[HOPS_HEADER.toLowerCase()], dependencies.table),
  ]);
  if (!found) throw endpointNotFound();
  const { endpoint, filter, hasTargets, hasWebhooks } = found;
  const isClosed = isShut(found);
  const admitting = admitWithFiles(endpoint, isTaken, isClosed, sent, dependencies);
  if (isClosed) {
    const repetition = await repetitionOf(admitting, dependencies.table);
    if (repetition) return responseTo(sent, endpoint, ...repetition, true, dependencies);
    throw await closedError(endpoint, headers);
  }
  const { data, controls, received, repeated } = await admitting;
  const judgement = judgementOf(endpoint, filter, data);
  const isFilterPaused = filter !== undefined && isRefuted(filter.record);
  const captcha = await checkCaptcha(endpoint, controls.captchaAnswer, dependencies, repeated && attemptOf(repeated));
  const candidate = { endpoint, data, controls, judgement, isFilterPaused, captchaReason: captcha.reason };
  const spamReason = SPAM_CHECKS.map((check) => check(candidate)).find((reason) => reason !== undefined);
  const { mailSubject } = controls;
  const judgedAs: Kind | undefined = judgement && (judgement.isSpam ? 'spam' : 'ham');
  const isPending = spamReason === undefined && endpoint.confirmation?.verify === true;
  const store = async (id = newId('submission'), recordedAt?: ItemKey) => {
    const stored = {
      id,
      mayExist: repeated !== undefined,
      recordedAt,
      data,
      fieldOrder,
      charset,
      location,
      mailSubject,
      spamReason,
      judgedAs,
      hops,
      maxSubmissions: endpoint.maxSubmissions,
      ...(endpoint.confirmation && { language: preferredLanguage(headers['accept-language']) }),
      /** @see READ_BY of `shared/changes/kinds.ts`: without it, notifySubmission does not get the submission. */
      hasTargets: spamReason === undefined ? hasTargets : hasWebhooks,
      ...(await received?.store(id, repeated?.key.SK)),
      isPending,
      network: isPending ? networkNameOf(sourceIp) : undefined,
    };
    return dependencies.submissions.create(endpoint.id, stored);
  };
  const once = repeated
    ? storeOnce(repeated, captcha.reason === undefined, store, dependencies.table)
    : store().then((submission) => ({ submission, isReplayed: false }));
  const { submission, isReplayed } = await (captcha.giveBack ? inTime(once, startedAt) : once).catch(async (error) => {
    const isTaken = error instanceof ConditionFailed || error instanceof UploadTaken;
    await Promise.all([!isTaken && received?.release(), giveBack(captcha, error)]);
    if (error instanceof PlacesTaken) throw await closedError(endpoint, headers);
    throw isTaken ? uploadGone() : error;
  });
  return responseTo(sent, endpoint, controls, submission, isReplayed, dependencies);
}

/** Requires that a submission and its files are acceptable, and finds how its repetitions are recognized. */
async function admitWithFiles(
  endpoint: StoredEndpoint,
  isTaken: boolean,
  isClosed: boolean,
  sent: Sent,
  dependencies: IntakeDependencies,
) {
  const { headers, sourceIp } = sent;
  const { data, controls, files, checkFiles } = await admit(endpoint, sent, dependencies);
  const { uploadIds = [] } = controls;
  const names = { id: controls.name, idempotencyKey: idempotencyKeyIn(headers) };
  const mayRepeat = names.id || names.idempotencyKey || endpoint.duplicates === 'merge';
  if (isClosed && !mayRepeat) throw await closedError(endpoint, headers);
  if (isTaken && uploadIds.length > 0 && !mayRepeat) throw uploadGone();
  const received = await receiveFiles(endpoint, { files, uploadIds }, checkFiles, dependencies);
  const hash = () => inputHashOf(data, received?.inputs() ?? []);
  const input = { hash, sender: [networkOf(sourceIp), headers['user-agent']] };
  const repeated = await repeatedOf(endpoint, names, input, dependencies.dailySecrets);
  return { data, controls, received, repeated };
}

/** The submission that an earlier request stored, when its endpoint was open. */
async function repetitionOf(
  admitting: ReturnType<typeof admitWithFiles>,
  table: IntakeDependencies['table'],
): Promise<[Controls, Submission] | undefined> {
  try {
    const { repeated, controls } = await admitting;
    const submission = repeated && (await storedBefore(repeated, table));
    return submission && [controls, submission];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** What a sender gets for a stored submission, also for a held one, so that nobody can tell. */
async function responseTo(
  { headers }: Sent,
  endpoint: StoredEndpoint,
  { next }: Controls,
  submission: Submission,
  isReplayed: boolean,
  { siteUrl }: IntakeDependencies,
) {
  const redirectUrl = redirectTarget(next, shownEndpoint(endpoint, siteUrl), { headers, siteUrl });
  const isOwnPage = redirectUrl === thankYouUrl(siteUrl);
  const isPending = endpoint.confirmation?.verify === true;
  return {
    submission: isPending ? { ...submission, isPending } : submission,
    isReplayed,
    redirectUrl: isPending && isOwnPage ? siteUrl + FORM_PAGES.confirm : redirectUrl,
    page: isOwnPage && !isPending ? await thankYouPage(endpoint, headers) : undefined,
  };
}

/** Loads the code for pages with the first submission to an endpoint that has such a text. */
async function thankYouPage({ name, thankYouText: text }: StoredEndpoint, headers: Sent['headers']) {
  if (text === undefined) return undefined;
  const { ownTextPage } = await import('../fields/page/ownTextPage.ts');
  return ownTextPage('thankYou', { name, text }, headers);
}

/**
 * True if a named upload belongs to another submission. More uploads than a form can have are rejected without a read.
 */
async function namesTaken(body: SubmissionData, { uploadClaims }: IntakeDependencies): Promise<boolean> {
  const ids = uploadIdsIn(body).filter((id) => isId('upload', id));
  return ids.length > 0 && ids.length <= FILES_MAX && uploadClaims.hasTaken(ids);
}

/**
 * Checks a submission's files, if any.
 * @returns the functions that store and release them, and what tells their contents apart
 */
async function receiveFiles(
  { id: endpointId, files: settings }: StoredEndpoint,
  sent: SentFiles,
  checkFiles: Admitted['checkFiles'],
  { fileReceiver, uploadClaims }: IntakeDependencies,
) {
  if (sent.files.length + sent.uploadIds.length === 0) return undefined;
  if (!settings) throw filesNotTaken();
  const { uploadIds } = sent;
  if (!uploadIds.every((id) => isId('upload', id))) throw uploadGone();
  const receiver = await fileReceiver();
  const inspected = await receiver.accept(endpointId, settings, sent);
  const dropped = checkFiles?.(inspected);
  const accepted = inspected.filter(({ field }) => !dropped?.has(field));
  if (accepted.length === 0) return undefined;
  let reserved: UploadClaim | undefined;
  const store = async (submissionId: string, nameHash?: string) => {
    const claim = { endpointId, submissionId, nameHash, uploadIds };
    // Prevents two requests from copying an upload at the same time.
    const claims = uploadIds.length > 0 ? await uploadClaims.reserve(claim) : [];
    reserved = claim;
    return { files: await receiver.store(endpointId, submissionId, accepted), claims };
  };
  // If the release fails, the reservation expires.
  const release = async () => {
    if (reserved && uploadIds.length > 0) await uploadClaims.release(reserved).catch(() => undefined);
  };
  const inputs = () =>
    accepted.map(({ field, name, source }): InputFile => {
      const content = Buffer.isBuffer(source) ? sha256(source).toString('base64') : source.etag;
      return { field, name, content };
    });
  return { store, release, inputs };
}

function judgementOf({ spamFilter }: StoredEndpoint, filter: JudgingFilter | undefined, data: SubmissionData) {
  if (spamFilter !== 'learn') return undefined;
  const judgement = judge(filter?.state, featuresOf(data));
  return judgement.isFounded ? judgement : undefined;
}

/** A submission has to be stored this soon after its request, so that giving back ends within the function's time limit. */
const STORED_WITHIN_MS = 7_000;

/** @throws StorageUnavailable if storing takes too long; it may succeed nevertheless */
const inTime = <T>(stored: Promise<T>, startedAt: number): Promise<T> =>
  Promise.race([
    stored,
    sleep(Math.max(0, startedAt + STORED_WITHIN_MS - Date.now()), undefined, { ref: false }).then(() => {
      throw new StorageUnavailable(new Error('storing took too long'));
    }),
  ]);
