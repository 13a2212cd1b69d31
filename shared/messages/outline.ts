import { dataUrlIn } from '../contract/dataUrl.ts';
import { fieldsInOrder, type OrderedData } from '../contract/fieldOrder.ts';
import { listed } from './forPeople.ts';
import { labelsOf } from './labels.ts';

/** A field as a message shows it: its name and the lines of its value, nested values indented. */
export interface ShownField {
  name: string;
  lines: string[];
}

/** The part of a submission's data that a message shows. */
export interface Outline {
  fields: ShownField[];
  /** Values that are omitted or cut to limit the message's length. */
  valuesLeftOut: number;
}

/** Longer names are cut. */
const NAME_LENGTH_MAX = 100;
/** Deeper values are not indented further, so that indentation stays a small part of the message. */
const INDENTED_LEVELS_MAX = 5;
/** The service stores at most 10 levels; deeper data from elsewhere is shown up to here. */
const LEVELS_MAX = 12;
/** Bytes that a field takes besides its name and lines. */
const FIELD_OVERHEAD_BYTES = 64;

/** Shown instead of a field's name. */
export type LabelOf = (name: string) => string;

/**
 * Shows data as an outline: each name once, a line for each value.
 * @param submission its fields, in their order
 * @param costOf bytes of a text in the whole message
 * @param bytesMax limit of all texts
 * @param labelOf by default names are shown unchanged
 */
export function outlineOf(
  submission: OrderedData,
  costOf: (text: string) => number,
  bytesMax: number,
  labelOf?: LabelOf,
): Outline {
  const writer = new Writer(costOf, bytesMax, labelOf);
  const fields = fieldsInOrder(submission).flatMap(([name, value]) => writer.field(name, value) ?? []);
  return { fields, valuesLeftOut: writer.valuesLeftOut };
}

/** Writes lines while there is room, and counts the values without room. */
class Writer {
  valuesLeftOut = 0;
  readonly #costOf: (text: string) => number;
  readonly #labelOf: LabelOf | undefined;
  #bytesLeft: number;
  #lines: string[] = [];

  constructor(costOf: (text: string) => number, bytesMax: number, labelOf: LabelOf | undefined) {
    this.#costOf = costOf;
    this.#labelOf = labelOf;
    this.#bytesLeft = bytesMax;
  }

  field(rawName: string, value: unknown): ShownField | undefined {
    const name = shownName(this.#labelOf?.(rawName) ?? rawName);
    if (!this.#pay(this.#costOf(name) + FIELD_OVERHEAD_BYTES)) {
      this.#leaveOut(value);
      return undefined;
    }
    this.#lines = [];
    if (isList(value) && value.every(isPlain)) for (const item of value) this.#text('', '', plain(item));
    else if (isPlain(value)) this.#text('', '', plain(value));
    else this.#nested(value as object, 0);
    return { name, lines: this.#lines };
  }

  /** The parts of a list or an object. */
  #nested(value: object, level: number): void {
    const indent = '  '.repeat(Math.min(level, INDENTED_LEVELS_MAX));
    if (level >= LEVELS_MAX) this.#leaveOut(value);
    else if (isList(value)) for (const item of value) this.#part(indent, '-', item, level);
    else {
      const labelOf = this.#labelOf ? labelsOf(Object.keys(value)) : (name: string) => name;
      for (const [name, item] of Object.entries(value)) this.#part(indent, `${shownName(labelOf(name))}:`, item, level);
    }
  }

  #part(indent: string, label: string, value: unknown, level: number): void {
    if (isPlain(value)) this.#text(indent, label, plain(value));
    else if (isList(value) && value.every(isPlain)) this.#text(indent, label, listed(value.map(plain)));
    else if (this.#line(indent + label)) this.#nested(value as object, level + 1);
    else this.#leaveOut(value);
  }

  /** A single line follows its label, several lines go below it. */
  #text(indent: string, label: string, text: string): void {
    const lines = text.split('\n');
    if (label === '') {
      for (const line of lines) if (!this.#cut(indent, line)) return;
    } else if (lines.length === 1) this.#cut(indent, `${label} ${text}`.trimEnd());
    else {
      for (const line of [label, ...lines.map((each) => `  ${each}`)]) if (!this.#cut(indent, line)) return;
    }
  }

  /** Writes as much of a line as fits; returns false if it was cut. */
  #cut(indent: string, line: string): boolean {
    if (this.#line(indent + line)) return true;
    // A part may fit: on average its characters cost as much as the whole line's, or less.
    const cost = this.#costOf(indent + line);
    const characters = Math.floor((line.length * this.#bytesLeft) / Math.max(1, 2 * cost));
    if (characters > 0) this.#line(`${indent}${line.slice(0, characters).toWellFormed()}…`);
    this.#bytesLeft = 0;
    this.valuesLeftOut++;
    return false;
  }

  #line(line: string): boolean {
    // Line ends, and the indentation of the plain text.
    const paid = this.#pay(this.#costOf(line) + 4);
    if (paid) this.#lines.push(line);
    return paid;
  }

  #pay(bytes: number): boolean {
    if (bytes > this.#bytesLeft) return false;
    this.#bytesLeft -= bytes;
    return true;
  }

  #leaveOut(value: unknown, level = 0): void {
    if (isPlain(value) || level >= LEVELS_MAX) this.valuesLeftOut++;
    else for (const item of Object.values(value as object)) this.#leaveOut(item, level + 1);
  }
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Control characters other than tab and line breaks may break a mail's display; bidirectional controls (Unicode 16, UAX
 * #9) can make a text look like another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text for a message, with line feeds as its only line breaks. */
export const printable = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNPRINTABLE, '');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text as one printable line: separators become spaces. */
export const oneLine = (text: string): string => printable(text.replace(CONTROL, ' ')).replace(/\s+/g, ' ').trim();

/** Text of at most a number of characters (code points); an ellipsis marks a cut. */
export function shortened(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const characters = Array.from(text.slice(0, 2 * charactersMax + 2));
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax).join('')}…`;
}

const plain = (value: unknown): string => (value === null ? '' : printable(shownText(value)));

/** A plain value as text; of a file in a data URL, its type and size: `image/png, 30 kB`. */
export function shownText(value: unknown): string {
  const url = typeof value === 'string' ? dataUrlIn(value) : undefined;
  return url === undefined ? String(value) : `${url.type}, ${sizeOf(url.bytes)}`;
}

/** A number of bytes for people, in units of 1,000. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [amount, unit] = bytes < 999_500 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

const shownName = (name: string): string => shortened(oneLine(name.slice(0, 4 * NAME_LENGTH_MAX)), NAME_LENGTH_MAX);
