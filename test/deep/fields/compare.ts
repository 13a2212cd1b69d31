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

/** Types whose wrong values a browser replaces by right ones, or by none. */
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

/** Where Chromium departs from the standards, and why the service does not follow. */
const EXPLAINED: Readonly<Record<string, (text: string) => boolean>> = {
  'Chromium takes addresses with a space in their host, which the URL standard forbids': (text) =>
    /^\s*[a-z]+:[/\\]*[^/?#\\]*(?: |%20)/i.test(text),
  'Chromium takes hosts that are no valid Punycode, which the URL standard forbids': (text) => /xn--/i.test(text),
  'Chromium takes no file: address with a host, a query or fragment, and no path, which the URL standard allows': (
    text,
  ) => /^\s*file:\/\/[^/?#]*[?#]/i.test(text),
};

export const explanationOf = ({ rule, entered }: Difference): string | undefined =>
  rule.type === 'url'
    ? Object.keys(EXPLAINED).find((reason) => [entered].flat().some((text) => EXPLAINED[reason]?.(text)))
    : undefined;

/** Compares what the service says of an entry, and of what the browser would send, with what Chromium says. */
export function compare(one: Case, verdict: Verdict): Difference[] {
  const { rule, entered } = one;
  const isReplaced = REPLACED.test(rule.type) && verdict.sent[0] !== entered;
  const sent = judgeValues(rule, verdict.sent);
  const typed = judgeValues(rule, entered);
  const differences: Difference[] = [];
  if (!agrees(sent, verdict)) differences.push({ ...one, entered: verdict.sent, verdict, ours: sent });
  // What a browser would have replaced is sent by no browser, and wrong; another spelling of a value is the same.
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
