/** What the contract says of settings against spam, in plain words: no code of the service. */

type Fields = Record<string, unknown>;

const isFilled = (value: unknown): boolean =>
  [value].flat().some((each) => (typeof each === 'string' ? each.trim() !== '' : each !== undefined && each !== null));

/** The settings of an endpoint after a change: what is null is taken away. */
export const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** What becomes of what is sent to an endpoint: an error's code, or the data that is stored and why it is held. */
export function received(endpoint: Fields, sent: Fields): { code: string } | { data: Fields; reason?: string } {
  if (endpoint.allowedOrigins !== undefined) return { code: 'FORBIDDEN' };
  const honeypots = ['_gotcha', ...(endpoint.honeypotField === undefined ? [] : [String(endpoint.honeypotField)])];
  const taken = [...honeypots, '_subject', '_next', '_redirect', ...(endpoint.captcha ? ['altcha'] : [])];
  const data = Object.fromEntries(Object.entries(sent).filter(([name]) => !taken.includes(name)));
  const own = (name: string): unknown => (Object.hasOwn(sent, name) ? sent[name] : undefined);
  const answers = [own('altcha')].flat().filter((each) => typeof each === 'string' && each.trim() !== '');
  if (endpoint.captcha && answers.length === 0) return { code: 'BAD_REQUEST' };
  const reasons = [
    ...(honeypots.some((name) => isFilled(own(name))) ? ['honeypot'] : []),
    // Nobody in these sequences solves anything.
    ...(endpoint.captcha ? ['captcha_failed'] : []),
    ...(endpoint.blockedTerms && /\bcasino\b/i.test(JSON.stringify(data)) ? ['term:casino'] : []),
  ];
  return { data, ...(reasons[0] !== undefined && { reason: reasons[0] }) };
}
