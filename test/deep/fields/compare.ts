import type { FieldType, IssueCode } from '../../../shared/contract/choices.ts';
import { checkRules } from '../../../shared/fields/checkRules.ts';
import { compare as compareValues } from '../../../shared/fields/decimal.ts';
import { judgeValues } from '../../../shared/fields/judgeValue.ts';
import { SCALES } from '../../../shared/fields/types.ts';
import type { Case } from './cases.ts';

export interface Verdict {
  isValid: boolean;
  flags: string[];
  sent: string[];
}

/** Types for which a browser replaces invalid values by valid ones, or by an empty one. */
const REPLACED = /^(?:number|range|date|month|week|time|datetime-local|color)$/;

export interface Difference extends Case {
  verdict: Verdict;
  ours: IssueCode | undefined;
}

export const isSound = ({ rule }: Case): boolean => {
  try {
    checkRules([rule]);
    return true;
  } catch {
    return false;
  }
};

/** Where Chromium deviates from the standards and the service does not. */
const EXPLAINED_URLS: Readonly<Record<string, (text: string) => boolean>> = {
  'Chromium takes addresses with a space in their host, which the URL standard forbids': (text) =>
    /^\s*[a-z]+:[/\\]*[^/?#\\]*(?: |%20)/i.test(text),
  'Chromium takes hosts that are no valid Punycode, which the URL standard forbids': (text) => /xn--/i.test(text),
  'Chromium rejects file: URLs with a host, a query or fragment, and no path, which the URL standard allows': (text) =>
    /^\s*file:\/\/[^/?#]*[?#]/i.test(text),
};

const EXPLAINED_EMAILS: typeof EXPLAINED_URLS = {
  'Chromium converts an internationalized domain only as it is typed': (text) => /@[^,]*[^\0-\x7f]/.test(text),
};

export function explanationOf({ rule, entered }: Difference): string | undefined {
  const reasons = { url: EXPLAINED_URLS, email: EXPLAINED_EMAILS }[rule.type as string] ?? {};
  return Object.keys(reasons).find((reason) => [entered].flat().some((text) => reasons[reason]?.(text)));
}

/** Compares the service's verdicts on an entry, and on what the browser would send for it, with Chromium's. */
export function compare(one: Case, verdict: Verdict): Difference[] {
  const { rule, entered } = one;
  const isReplaced = REPLACED.test(rule.type) && verdict.sent[0] !== entered;
  const sent = judgeValues(rule, verdict.sent);
  const typed = judgeValues(rule, entered);
  const differences: Difference[] = [];
  if (!agrees(sent, verdict)) differences.push({ ...one, entered: verdict.sent, verdict, ours: sent });
  // A value that browsers would replace is invalid: no browser sends it. Another notation of the value is fine.
  const isWrong = isReplaced && entered !== '' && !isSameValue(rule.type, String(entered), verdict.sent[0] ?? '');
  const isTypedRight = isWrong ? typed !== undefined : agrees(typed, verdict);
  if (!isTypedRight) differences.push({ ...one, verdict, ours: typed });
  return differences;
}

function isSameValue(type: FieldType, entered: string, sent: string): boolean {
  const [a, b] = [entered, sent].map((text) => SCALES[type]?.parse(text));
  return a && b ? compareValues(a, b) === 0 : type === 'color' && entered.toLowerCase() === sent;
}

const agrees = (ours: IssueCode | undefined, { isValid, flags }: Verdict): boolean =>
  ours === undefined ? isValid : flags.includes(ours);
