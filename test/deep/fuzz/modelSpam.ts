/** The contract's spam settings and field rules, implemented independently of the service. */

type Fields = Record<string, unknown>;

const isFilled = (value: unknown): boolean =>
  [value].flat().some((each) => (typeof each === 'string' ? each.trim() !== '' : each !== undefined && each !== null));

export const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The only rule in these sequences: `message` is a required text. */
function isMessageWrong(sent: unknown): boolean {
  const values = [sent].flat().filter((value) => value !== undefined && value !== null && value !== false);
  if (values.some((value) => typeof value === 'object')) return true;
  return values.filter((value) => String(value).replace(/[\r\n]/g, '') !== '').length !== 1;
}

const NEVER_UNKNOWN =
  /^(?:message|_replyto|_gotcha|_subject|_next|_redirect|_uploads|altcha|cf-turnstile-response|[gh]-(?:re)?captcha-response)$/;
const othersIn = (data: Fields): string[] => Object.keys(data).filter((name) => !NEVER_UNKNOWN.test(name));
const hasOthers = (data: Fields): boolean => othersIn(data).length > 0;

export function received(endpoint: Fields, sent: Fields): { code: string } | { data: Fields; reason?: string } {
  if (endpoint.allowedOrigins !== undefined) return { code: 'FORBIDDEN' };
  const honeypots = ['_gotcha', ...(endpoint.honeypotField === undefined ? [] : [String(endpoint.honeypotField)])];
  const taken = [...honeypots, '_subject', '_next', '_redirect', ...(endpoint.captcha ? ['altcha'] : [])];
  const data = Object.fromEntries(Object.entries(sent).filter(([name]) => !taken.includes(name)));
  const own = (name: string): unknown => (Object.hasOwn(sent, name) ? sent[name] : undefined);
  const isWrong =
    endpoint.fields && (isMessageWrong(own('message')) || (endpoint.unknownFields === 'refuse' && hasOthers(data)));
  if (isWrong) return { code: 'BAD_REQUEST' };
  if (endpoint.fields && endpoint.unknownFields === 'drop') for (const name of othersIn(data)) delete data[name];
  const answers = [own('altcha')].flat().filter((each) => typeof each === 'string' && each.trim() !== '');
  if (endpoint.captcha && answers.length === 0) return { code: 'BAD_REQUEST' };
  const reasons = [
    ...(honeypots.some((name) => isFilled(own(name))) ? ['honeypot'] : []),
    // Nobody in these sequences solves a captcha.
    ...(endpoint.captcha ? ['captcha_failed'] : []),
    ...(endpoint.blockedTerms && /\bcasino\b/i.test(JSON.stringify(data)) ? ['term:casino'] : []),
  ];
  return { data, ...(reasons[0] !== undefined && { reason: reasons[0] }) };
}
