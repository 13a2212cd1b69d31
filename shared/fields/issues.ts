import type { Language } from '../contract/formLanguages.ts';
import type { FieldIssue, FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { addressProblem } from './addressProblem.ts';
import { type IssueText, issueText } from './issueTexts.ts';
import type { Finding } from './judge.ts';
import { boundsOf, textOfBound } from './types.ts';

/** Findings as messages: the rule's `message`, or a text in the given language. */
export const issuesOf = (findings: readonly Finding[], language: Language, fileBytesMax = 0): FieldIssue[] =>
  findings.map((finding) => {
    const { field, code, rule } = finding;
    return { field, code, message: rule?.message ?? textOfFinding(finding, language, fileBytesMax) };
  });

const MISSING: Partial<Record<FieldRule['type'], IssueText>> = {
  radio: 'missingChoice',
  select: 'missingChoice',
  checkbox: 'missingCheck',
  file: 'missingFile',
};

/** Display formats of dates and times, by type. */
const EXAMPLES: Partial<Record<FieldRule['type'], string>> = {
  date: '2026-12-31',
  month: '2026-12',
  week: '2026-W53',
  time: '17:30',
  'datetime-local': '2026-12-31T17:30',
};

const BYTES_PER_MEGABYTE = 1_000_000;

function textOfFinding({ code, rule, address }: Finding, language: Language, fileBytesMax: number): string {
  const say = (name: IssueText, n?: string | number) => issueText(name, language, n);
  if (!rule || code === 'unknownField') return say('unknown');
  const { type, minLength = 0, maxLength = 0 } = rule;
  const bounds = boundsOf(rule);
  const example = EXAMPLES[type];
  switch (code) {
    case 'valueMissing':
      return say(type === 'checkbox' && rule.multiple ? 'missingChoice' : (MISSING[type] ?? 'missing'));
    case 'typeMismatch':
      return address ? say(...addressProblem(address)) : say(type === 'url' ? 'url' : 'email');
    case 'patternMismatch':
      return say('pattern');
    case 'tooLong':
      return say('tooLong', maxLength);
    case 'tooShort':
      return say('tooShort', minLength);
    case 'rangeUnderflow':
      return say(example ? 'tooEarly' : 'under', textOfBound(bounds.min ?? ''));
    case 'rangeOverflow':
      return say(example ? 'tooLate' : 'over', textOfBound(bounds.max ?? ''));
    case 'stepMismatch':
      return say('step');
    case 'badInput':
      return example ? say('date', example) : say(type === 'number' || type === 'range' ? 'number' : 'badInput');
    case 'fileSize':
      return say('fileSize', fileBytesMax / BYTES_PER_MEGABYTE);
    default:
      return say(code);
  }
}
