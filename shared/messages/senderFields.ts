/** Words before the name of a field: its owner, and the prefixes by which form builders number and group fields. */
const WHOSE = new Set(
  (
    'your my contact user sender customer client visitor guest form fields field input data ' +
    'su tu mi cliente contacto remitente dein deine mein meine ihr ihre kontakt kunde kunden absender ' +
    'votre ton mon client expediteur seu sua teu tua contato remetente'
  ).split(' '),
);
const NUMBER = /^q?\d+$/;

/** A field's name for comparison: letters and digits only, with and without the words before it. */
export interface NameKeys {
  exact: string;
  bare: string;
}

/** Longer names have no meaning here. */
const LENGTH_MAX = 200;

export function keysOf(path: string): NameKeys {
  const words = path
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .normalize('NFKD')
    .slice(0, LENGTH_MAX)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  while (words.length > 1 && NUMBER.test(words.at(-1) ?? '')) words.pop();
  const first = words.findIndex((word) => !WHOSE.has(word) && !NUMBER.test(word));
  return { exact: unnumbered(words.join('')), bare: unnumbered(words.slice(Math.max(0, first)).join('')) };
}

/** `email` for `email2`. */
function unnumbered(name: string): string {
  let end = name.length;
  while (end > 1 && NUMBER.test(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

const keysFor = (names: string): ReadonlySet<string> => new Set(names.split(', ').map((name) => keysOf(name).exact));

/** Names of fields in the languages of forms: English, Spanish, German, French, Portuguese, Japanese, Arabic. */
export const ADDRESS_NAMES = keysFor(
  'email, mail, email address, mail address, email id, reply to, ' +
    'correo, correo electrónico, dirección de correo, dirección de correo electrónico, dirección de email, ' +
    'E-Mail-Adresse, Mailadresse, ' +
    'courriel, adresse e-mail, adresse mail, adresse électronique, adresse courriel, mél, ' +
    'e-mail do remetente, correio eletrônico, endereço de e-mail, endereço eletrônico, ' +
    'メール, メールアドレス, Eメール, Eメールアドレス, E-mailアドレス, 電子メール, 電子メールアドレス, ' +
    'البريد الإلكتروني, البريد, بريد إلكتروني, بريدك الإلكتروني, عنوان البريد الإلكتروني, إيميل, الإيميل',
);
/** Fields for a name, which another field for a given or family name may complete. */
export const NAMES = keysFor('name, nombre, nom, nome, お名前, 名前, الاسم, اسم, اسمك');
export const FULL_NAMES = keysFor(
  'full name, name full, first and last name, nombre completo, nombre y apellidos, nombre y apellido, ' +
    'vollständiger Name, Vor- und Nachname, Vor- und Zuname, nom complet, nom et prénom, prénom et nom, ' +
    'nome completo, nome e sobrenome, nome e apelido, 氏名, ご氏名, フルネーム, الاسم الكامل, الاسم بالكامل',
);
/** The part that is written first; in Japanese the family name. */
export const GIVEN_NAMES = keysFor(
  'first name, name first, given name, forename, fname, primer nombre, nombre de pila, Vorname, prénom, primeiro nome, 姓, الاسم الأول',
);
export const FAMILY_NAMES = keysFor(
  'last name, name last, family name, surname, lname, apellido, apellidos, Nachname, Familienname, Zuname, ' +
    'nom de famille, sobrenome, apelido, último nome, 名, اسم العائلة, اللقب, الكنية',
);
