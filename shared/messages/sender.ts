import { isBlankValue } from '../contract/blank.ts';
import { otherControls } from '../contract/controlFields.ts';
import { asciiAddress } from '../contract/emailAddress.ts';
import { fieldsInOrder, type OrderedData } from '../contract/fieldOrder.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { displayName, headerLine } from './headerText.ts';
import { meantAddress } from './meantAddress.ts';
import { isSecret } from './secrets.ts';
import { ADDRESS_NAMES, FAMILY_NAMES, FULL_NAMES, GIVEN_NAMES, keysOf, NAMES, type NameKeys } from './senderFields.ts';

/** The endpoint's settings for its form. */
export interface Form {
  fields?: readonly FieldRule[] | undefined;
  targetEmails?: readonly string[] | undefined;
}

/** The sender of a form. */
export interface Sender {
  /** One line, and not an address. */
  name?: string | undefined;
  /** In the form that Amazon SES accepts. */
  address?: string | undefined;
  /** The values that the name consists of. */
  nameParts: readonly string[];
  /** One line for the submission: the name, else the address, else the first short text; empty without any. */
  title: string;
}

/** A text of a submission, however deep. */
interface TextField {
  /** With the names around it, as PHP writes it: `contact[email]`. */
  path: string;
  keys: NameKeys;
  text: string;
  rule: FieldRule | undefined;
}

/** Longer texts are neither names nor addresses. */
const TEXT_LENGTH_MAX = 400;
/** Longer paths are cut. */
const PATH_LENGTH_MAX = 200;
/** More are ignored, which limits the time. */
const FIELDS_MAX = 1_000;

/** The sender of a submission, as far as it is certain. Linear time. */
export function senderOf(submission: OrderedData, form: Form): Sender {
  const fields = shortTexts(submission, form);
  const found = addressOf(fields, form);
  const parts = nameIn(fields);
  const name = displayName(parts.join(' ')) || displayName(found?.name ?? '') || undefined;
  const address = found?.address;
  const title = headerLine(name ?? address ?? fields.find(isTelling)?.text ?? '');
  return { name, address, nameParts: parts, title };
}

const TITLE_LENGTH_MAX = 60;
/** Values that browsers and scripts send for a checkbox without a value. */
const CHECKED = /^(?:on|off|true|false)$/i;
/** Fields that programs fill in. */
const MACHINE_MADE = /token|nonce|csrf|apikey/;

/** True if a text describes the submission's subject, and was probably entered by a person. */
const isTelling = ({ path, keys, text, rule }: TextField): boolean =>
  text.length <= TITLE_LENGTH_MAX &&
  /\p{L}/u.test(text) &&
  !CHECKED.test(text) &&
  !isSecret({ name: '' }, [text]) &&
  !MACHINE_MADE.test(keys.exact) &&
  rule?.type !== 'hidden' &&
  !path.startsWith('_');

interface Addressed extends TextField {
  address: string;
  name: string;
}

/**
 * The sender's address: in a field that the rules call an address, else in one named so, else the only one of the form.
 * Undefined if there are several different ones.
 */
function addressOf(fields: readonly TextField[], { targetEmails = [] }: Form): Addressed | undefined {
  const addressed = fields.flatMap((field) => ({ ...field, ...addressIn(field.text) })).filter(isAddressed);
  const [byRule, exactly, nearly] = [
    addressed.filter(({ rule }) => rule?.type === 'email'),
    addressed.filter(({ keys }) => ADDRESS_NAMES.has(keys.exact)),
    addressed.filter(({ keys }) => isNamed(keys, ADDRESS_NAMES)),
  ];
  const isEntered = fields.some(({ keys }) => isNamed(keys, ADDRESS_NAMES));
  const own = new Set(targetEmails.map((address) => (asciiAddress(address) ?? address).toLowerCase()));
  // No other field counts if an address field is filled in, and the owner's addresses never count.
  const isOther = ({ address, text }: Addressed) => !own.has(address.toLowerCase()) && !SPACED_AT.test(text);
  const others = isEntered ? [] : addressed.filter(isOther);
  const only = [byRule, exactly, nearly, others].find(
    (some) => new Set(some.map(({ address }) => address.toLowerCase())).size === 1,
  );
  return only?.[0];
}

const isAddressed = (field: TextField & Partial<Addressed>): field is Addressed => field.address !== undefined;

/** Blanks around an at sign are only a slip of the keyboard in a field for an address: `lunch @ example.com`. */
const SPACED_AT = /\s[@\uff20\ufe6b]|[@\uff20\ufe6b]\s/;
/** `Ada <ada@example.com>`, with or without quotation marks. */
const WITH_NAME = /^([^<>]*)<([^<>]+)>$/;

function addressIn(text: string): { address?: string | undefined; name: string } {
  if (!/[@\uff20\ufe6b]/.test(text)) return { name: '' };
  const [, name = '', address = text] = WITH_NAME.exec(text) ?? [];
  return { address: asciiAddress(meantAddress(address)), name: name.trim().replace(/^"(.*)"$/s, '$1') };
}

/** The values of the fields for a name: one for the whole name, or first and last name. */
function nameIn(fields: readonly TextField[]): string[] {
  const textIn = (names: ReadonlySet<string>) =>
    (fields.find(({ keys }) => names.has(keys.exact)) ?? fields.find(({ keys }) => isNamed(keys, names)))?.text;
  const [full, name, given, family] = [FULL_NAMES, NAMES, GIVEN_NAMES, FAMILY_NAMES].map(textIn);
  const whole = full ?? ([given, family].some((part) => part && name?.includes(part)) ? name : undefined);
  const parts = whole ? [whole] : given ? [given, family ?? name] : [name, family];
  return parts.filter((part) => part !== undefined);
}

const isNamed = ({ exact, bare }: NameKeys, names: ReadonlySet<string>): boolean => names.has(exact) || names.has(bare);

/** Fields with the name of the form itself, for services that host several. */
const FORM_NAME = /^form[\s._-]?(?:name|id)$/i;

/** The texts that are not blank and may be a name or an address, without secrets and controls of other services. */
function shortTexts(submission: OrderedData, { fields = [] }: Form): TextField[] {
  const rules = new Map(fields.map((rule) => [rule.name, rule]));
  const others = otherControls(submission.data, fields);
  const texts: TextField[] = [];
  let count = 0;
  const add = (path: string, keys: NameKeys, value: unknown, rule?: FieldRule): void => {
    if (Array.isArray(value)) for (const item of value) add(path, keys, item, rule);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) addField(`${path}[${name}]`, item);
    else if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && value.trim() !== '') {
      if (!isSecret({ name: path, type: rule?.type }, [value])) texts.push({ path, keys, text: value.trim(), rule });
    }
  };
  const addField = (name: string, value: unknown, rule?: FieldRule): void => {
    const path = name.slice(0, PATH_LENGTH_MAX);
    if (isBlankValue(value) || FORM_NAME.test(path)) return;
    if (count++ < FIELDS_MAX) add(path, keysOf(path), value, rule);
  };
  for (const [name, value] of fieldsInOrder(submission)) {
    if (!others.has(name)) addField(name, value, rules.get(name));
  }
  return texts;
}
