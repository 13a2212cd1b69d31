import { setTimeout as sleep } from 'node:timers/promises';
import { closedBecause } from '../contract/closing.ts';
import { ApiError } from '../contract/errors.ts';
import { preferredLanguage } from '../contract/formLanguages.ts';
import { FORM_PAGES, thankYouUrl } from '../contract/formPages.ts';
import { HOPS_HEADER, idempotencyKeyIn } from '../contract/headers.ts';
import type { Submission } from '../contract/schemas/submissions/submission.ts';
import { uploadGone } from '../files/uploads.ts';
import { newId } from '../runtime/newId.ts';
import { networkName } from '../storage/confirmations/waitingConfirmations.ts';
import { endpointNotFound } from '../storage/endpoints/endpoints.ts';
import { PlacesTaken } from '../storage/endpoints/places.ts';
import { type StoredEndpoint, shownEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { EndpointsWithFilter } from '../storage/filter/endpointsWithFilter.ts';
import type { Challenges } from '../storage/submissions/challenges.ts';
import type { Submissions } from '../storage/submissions/submissions.ts';
import { UploadTaken } from '../storage/submissions/uploadClaims.ts';
import type { DailySecrets } from '../storage/table/dailySecrets.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import { submittedAt } from '../storage/table/itemKeys.ts';
import type { ItemKey } from '../storage/table/partitions.ts';
import { ConditionFailed, type TableAccess } from '../storage/table/table.ts';
import { type AdmitDependencies, admit } from './admit.ts';
import { type CaptchaOutcome, checkCaptcha, giveBack } from './captcha/captcha.ts';
import type { SiteVerifier } from './captcha/siteVerify.ts';
import { closedError } from './closedError.ts';
import type { Controls } from './controlFields.ts';
import { hopsOf } from './hops.ts';
import { judgeSpam } from './judgeSpam.ts';
import { networkOf } from './network.ts';
import { type FileDependencies, namesTaken, receiveFiles } from './receiveFiles.ts';
import { redirectTarget } from './redirectTarget.ts';
import { attemptOf, inputHashOf, repeatedOf, storedBefore, storeOnce } from './repeats.ts';
import { isShut } from './requireReceiving.ts';
import type { Sent } from './sent.ts';
import { findSentKey } from './sentKey.ts';

export interface IntakeDependencies extends AdmitDependencies, FileDependencies {
  endpointsWithFilter: Pick<EndpointsWithFilter, 'find'>;
  submissions: Pick<Submissions, 'create'>;
  table: TableAccess;
  dailySecrets: Pick<DailySecrets, 'find'>;
  challenges: Pick<Challenges, 'spend' | 'giveBack'>;
  verifier: Pick<SiteVerifier, 'verify'>;
}

/**
 * Receives a submission: rejects it, or stores it, held as spam for the first reason found. All checks always run, so
 * that senders cannot tell from calls or timing what was held.
 * @returns what is stored, whether an earlier request stored it, and the page or URL for the sender's browser
 * @throws ApiError NOT_FOUND, DISABLED, FORBIDDEN, BAD_REQUEST for a missing captcha response, PAYLOAD_TOO_LARGE,
 *   CONFLICT
 */
export async function receiveSubmission(request: Sent, dependencies: IntakeDependencies) {
  const startedAt = Date.now();
  const { endpointId, body, headers, location, sourceIp, fieldOrder, charset } = request;
  const [found, isTaken, hops, key] = await Promise.all([
    dependencies.endpointsWithFilter.find(endpointId),
    namesTaken(body, dependencies),
    hopsOf(headers[HOPS_HEADER.toLowerCase()], dependencies.table),
    keySentWith(headers, dependencies.table),
  ]);
  if (!found) throw endpointNotFound();
  const { endpoint, filter, hasTargets, hasWebhooks } = found;
  const isClosed = isShut(found);
  const known = key?.makesKnownTo(endpoint) ? key : undefined;
  const knownSender = known?.sender;
  const sent = { ...request, knownSender };
  const admitting = admitWithFiles(endpoint, isTaken, isClosed, sent, dependencies);
  if (isClosed) {
    const repetition = await repetitionOf(admitting, dependencies.table);
    if (repetition) return responseTo(sent, endpoint, ...repetition, true, dependencies);
    throw await closedError(endpoint, headers);
  }
  const { data, controls, received, repeated } = await admitting;
  const attempt = repeated && attemptOf(repeated);
  await known?.count();
  const captcha: CaptchaOutcome = known
    ? {}
    : await checkCaptcha(endpoint, controls.captchaAnswer, dependencies, attempt);
  const { spamReason, judgedAs }: Partial<ReturnType<typeof judgeSpam>> = known
    ? {}
    : judgeSpam({ endpoint, filter, data, controls, captchaReason: captcha.reason });
  const { mailSubject } = controls;
  const isPending = spamReason === undefined && endpoint.confirmation?.verify === true;
  const store = async (id = newId('submission'), recordedAt?: ItemKey) => {
    // Its captcha and files take seconds.
    if (closedBecause(endpoint, submittedAt(id))) throw await closedError(endpoint, headers);
    const stored = {
      id,
      mayExist: repeated !== undefined,
      recordedAt,
      data,
      fieldOrder,
      charset,
      knownSender,
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
      network: isPending ? networkName(knownSender?.keyId ?? networkOf(sourceIp)) : undefined,
    };
    return dependencies.submissions.create(endpoint.id, stored);
  };
  const isWanted = (reason: string) =>
    known !== undefined || (captcha.reason === undefined && reason.startsWith('captcha_'));
  const once = repeated
    ? storeOnce(repeated, isWanted, store, dependencies.table)
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
  const { headers, sourceIp, knownSender } = sent;
  const { data, controls, files, checkFiles } = await admit(endpoint, sent, dependencies);
  const { uploadIds = [] } = controls;
  const names = { id: controls.name, idempotencyKey: idempotencyKeyIn(headers) };
  const mayRepeat = names.id || names.idempotencyKey || endpoint.duplicates === 'merge';
  if (isClosed && !mayRepeat) throw await closedError(endpoint, headers);
  if (isTaken && uploadIds.length > 0 && !mayRepeat) throw uploadGone();
  const received = await receiveFiles(endpoint, { files, uploadIds }, checkFiles, dependencies);
  const hash = () => inputHashOf(data, received?.inputs() ?? []);
  const sender = knownSender ? [knownSender.keyId] : [networkOf(sourceIp), headers['user-agent']];
  const input = { hash, sender };
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

/**
 * The key that a form was sent along with. A page's does not count, because every visitor could read it there.
 * Loads the code with the first key.
 */
async function keySentWith({ authorization = '', origin }: Sent['headers'], table: TableAccess) {
  if (origin !== undefined || !/^\s*bearer +fbk_/i.test(authorization)) return undefined;
  return findSentKey(authorization, table);
}

/** What a sender gets for a stored submission, also for a held one, so that nobody can tell. */
async function responseTo(
  { headers, knownSender }: Sent,
  endpoint: StoredEndpoint,
  { next }: Controls,
  { knownSender: storedSender, ...stored }: Submission,
  isReplayed: boolean,
  { siteUrl }: IntakeDependencies,
) {
  const redirectUrl = redirectTarget(next, shownEndpoint(endpoint, siteUrl), { headers, siteUrl });
  const isOwnPage = redirectUrl === thankYouUrl(siteUrl);
  const isPending = endpoint.confirmation?.verify === true;
  // Not for strangers who repeat it.
  const submission = { ...stored, ...(knownSender && { knownSender: storedSender }) };
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
