/** Letters without accents, so that names match however they are spelled. */
const lettersOf = (name: string): string => name.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '');

/** Parts of the names of fields for passwords, codes, tokens and bank cards, as letters. In the languages of the form pages. */
const PARTS = [
  'password',
  'passwd',
  'passcode',
  'passphrase',
  'passwort',
  'secret',
  'apikey',
  'privatekey',
  'accesstoken',
  'contraseña',
  'kennwort',
  'motdepasse',
  'senha',
  'palavrapasse',
  'パスワード',
  '暗証番号',
  'كلمةالمرور',
  'كلمةالسر',
  'cardnumber',
  'cardnum',
  'cardno',
  'cardnr',
  'cardcode',
  'cardexp',
  'kreditkarte',
  'kartennummer',
  'númerodetarjeta',
  'tarjetadecrédito',
  'númerodecarte',
  'cartebancaire',
  'cartedecrédit',
  'númerodocartão',
  'cartãodecrédito',
  'カード番号',
  'クレジットカード',
  'رقمالبطاقة',
  'بطاقةالائتمان',
  'ccnumber',
  'ccnum',
  'ccexp',
  'cccsc',
  'cvc',
  'cvv',
  'securitycode',
  'sicherheitscode',
  'códigodeseguri',
  'códigodeseguran',
  'codedesécurité',
  'セキュリティコード',
  'رمزالأمان',
  'socialsecurity',
  'onetimecode',
  'verificationcode',
  'einmalcode',
  'bestätigungscode',
  'códigodeverifica',
  'codedevérification',
  '認証コード',
  '確認コード',
  'ワンタイム',
  'رمزالتحقق',
].map(lettersOf);

/** Words in names of secret fields, and whole names. */
const WORDS = /(?:^|[^\p{L}])(?:pwd|otp|totp|ssn|jwt|mdp|token)s?(?:$|[^\p{L}])/u;
const NAMES = new Set(['pin', 'pass', 'pw', 'clave', 'tan']);
/** Protects a page's form, and was made by its program. */
const OF_PAGE = /csrf|xsrf|nonce|authenticity|requestverification/i;

/** True if a value must not be shown again. */
export function isSecret({ name, type }: { name: string; type?: string }, values: readonly string[]): boolean {
  const letters = lettersOf(name);
  const isNamed = NAMES.has(letters) || PARTS.some((part) => letters.includes(part));
  const isToken = WORDS.test(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()) && !OF_PAGE.test(name);
  return type === 'password' || isNamed || isToken || values.some(hasSecret);
}

/** JSON Web Tokens, private keys, and keys of services with known beginnings, such as this one's. */
const TOKENS = [
  /\beyJ[\w-]{8}/,
  /-----BEGIN /,
  /\b[spr]k_(?:live|test)_/,
  /\b(?:fbk_|whsec_|gh[opsu]_|xox[abps]-|AKIA\w)/,
];
/** Digits with separators. */
const DIGITS = /(\+?)([\d .\-_/\u00a0\u2010-\u2013]+)/g;

/** A longer text that only contains a secret is kept: order and account numbers look like cards, and such texts are not repeated. */
const TEXT_LENGTH_MAX = 60;

const hasSecret = (text: string): boolean =>
  text.length > TEXT_LENGTH_MAX
    ? TOKENS.some((token) => text.trim().search(token) === 0)
    : TOKENS.some((token) => token.test(text)) || hasCard(text);

/** True if 13 to 19 digits are a card's (ISO/IEC 7812), and no telephone number with its country. */
function hasCard(text: string): boolean {
  return [...text.matchAll(DIGITS)].some(([, plus, run = '']) => {
    const groups = run.split(/\D+/).filter(Boolean);
    return groups.some((first, start) => {
      if (!/^[2-6]/.test(first) || (plus && start === 0)) return false;
      const ends = groups.slice(start).map((_, length) => groups.slice(start, start + length + 1).join(''));
      return ends.some((digits) => digits.length >= 13 && digits.length <= 19 && hasCheckDigit(digits));
    });
  });
}

function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
