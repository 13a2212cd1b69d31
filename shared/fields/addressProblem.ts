import { EMAIL_LENGTH_MAX } from '../contract/limits.ts';
import { meantAddress, withoutUnseen } from '../messages/meantAddress.ts';
import type { IssueText } from './issueTexts.ts';
import { isHtmlEmail } from './judgeValue.ts';

const NOT_BEFORE_AT = /[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]/u;
/** Domains may be internationalized. */
const NOT_AFTER_AT = /[^\p{L}\p{M}\p{N}.-]/u;

/** Problem of a text that is not a valid email address: the name of the message and its parameter. */
export function addressProblem(text: string): readonly [IssueText, string?] {
  const meant = validAddressIn(text);
  if (meant !== undefined) return ['emailMeant', meant];
  const [before = '', after, ...more] = withoutUnseen(text).trim().split('@');
  if (after === undefined) return ['emailNoAt'];
  if (more.length > 0) return ['emailSeveral'];
  if (before === '') return ['emailBefore'];
  const [sign] = NOT_BEFORE_AT.exec(before) ?? NOT_AFTER_AT.exec(after) ?? [];
  return sign === undefined ? ['emailAfter'] : ['emailSign', sign];
}

/** The valid address that a person means by a text; undefined if there is none. */
export function validAddressIn(text: string): string | undefined {
  const meant = meantAddress(inBrackets(text) ?? text);
  return meant.length <= EMAIL_LENGTH_MAX && isHtmlEmail(meant) ? meant : undefined;
}

/** `ada@example.com` of `Ada <ada@example.com>` */
function inBrackets(text: string): string | undefined {
  const [inside, after, ...more] = text.slice(text.lastIndexOf('<') + 1).split('>');
  return text.includes('<') && after !== undefined && more.length === 0 ? inside : undefined;
}
