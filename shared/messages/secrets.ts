/** Parts of the names of fields for passwords and bank cards; names are reduced to letters first. In the languages of the form pages. */
const SECRET_WORDS = [
  ...['password', 'passwd', 'passcode', 'passphrase', 'passwort', 'secret'],
  ...['contraseña', 'kennwort', 'motdepasse', 'senha', 'パスワード', '暗証番号', 'كلمةالمرور', 'كلمةالسر'],
  ...['cardnumber', 'cardnum', 'cardno', 'cardnr', 'cardcode', 'cardexp', 'kreditkarte'],
  ...['ccnumber', 'ccnum', 'ccexp', 'cccsc', 'cvc', 'cvv', 'securitycode'],
];

/** Whether a value must not be shown again. */
export function isSecret({ name, type }: { name: string; type?: string }, values: readonly string[]): boolean {
  const letters = name.normalize('NFC').toLowerCase().replace(/\P{L}/gu, '');
  const isNamed = letters === 'pin' || SECRET_WORDS.some((word) => letters.includes(word));
  return type === 'password' || isNamed || values.some(isCardNumber);
}

/** Whether a text is a bank card number: 13 to 19 digits with a check digit (ISO/IEC 7812). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
