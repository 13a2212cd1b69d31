/** Names of fields for passwords and for what is on a bank card. */
const SECRET_NAME =
  /pass(?:word|wd|code|phrase)|\bpin\b|secret|card[-_ ]?(?:number|num|no|nr|code|exp)|(?:cc|kreditkarte)[-_ ]?(?:num|number|no|nr|exp|csc)|c[vs][cv]2?\b|security[-_ ]?code/i;

/** Whether a value is not to be shown again. */
export const isSecret = ({ name, type }: { name: string; type?: string }, values: readonly string[]): boolean =>
  type === 'password' || SECRET_NAME.test(name) || values.some(isCardNumber);

/** Whether a text is the number of a bank card: 13 to 19 digits with a check digit (ISO/IEC 7812). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
