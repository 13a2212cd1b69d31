import { withoutOtherControls } from '../contract/controlFields.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { blockedTermIn } from '../spamFilter/blockedTerms.ts';
import { featuresOf } from '../spamFilter/features.ts';
import { isRefuted } from '../spamFilter/filterRecord.ts';
import { type Judgement, judge, learnedReason } from '../spamFilter/learnedFilter.ts';
import type { StoredEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { JudgingFilter } from '../storage/filter/endpointsWithFilter.ts';
import type { Kind } from '../storage/filter/learning.ts';
import type { Controls } from './controlFields.ts';

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

/** A submission with its endpoint and filter, and why its captcha makes it spam, if it does. */
interface Judged extends Pick<Candidate, 'endpoint' | 'data' | 'controls' | 'captchaReason'> {
  filter: JudgingFilter | undefined;
}

/**
 * Why a submission is spam, if it is: the first reason found. All checks always run.
 * @returns also how the learned filter judges it, if that has enough marks
 */
export function judgeSpam({ filter, ...sent }: Judged): { spamReason: string | undefined; judgedAs: Kind | undefined } {
  const judgement = judgementOf(sent.endpoint, filter, sent.data);
  const isFilterPaused = filter !== undefined && isRefuted(filter.record);
  const reasons = SPAM_CHECKS.map((check) => check({ ...sent, judgement, isFilterPaused }));
  return {
    spamReason: reasons.find((reason) => reason !== undefined),
    judgedAs: judgement && (judgement.isSpam ? 'spam' : 'ham'),
  };
}

function judgementOf({ spamFilter }: StoredEndpoint, filter: JudgingFilter | undefined, data: SubmissionData) {
  if (spamFilter !== 'learn') return undefined;
  const judgement = judge(filter?.state, featuresOf(data));
  return judgement.isFounded ? judgement : undefined;
}
