import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { fold, skeleton, submittedTexts, wordsOf } from './text.ts';
import { startMiddleEnd, textPartsOf } from './textParts.ts';

/** A feature of a submission, counted once. */
export interface Feature {
  hash: number;
  /** Shown to people: a word or host as in the text, or a shape in parentheses. */
  label: string;
  /** For words, the parts of the text that contain it, as bits. Links and shapes belong to every part. */
  parts?: number;
}

/** Longer words are keys and the like, which never repeat. */
const WORD_LENGTH_MAX = 30;
const LABEL_LENGTH_MAX = 100;
/** Hosts taken from a text’s start, and as many from its middle and its end. */
const HOSTS_MAX = 4;
const HOST_LENGTH_MAX = 60;

const LINK = /(?:[Hh][Tt]{2}[Pp][Ss]?:\/\/|\b[Ww]{3}\.)([^\s/?#:"'<>()[\]]+)[^\s"'<>()[\]]*/g;
const LATIN_AMONG_OTHERS = /\p{sc=Latn}[\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}]\p{sc=Latn}/u;
const SCRIPTS = [
  { name: 'Latin', pattern: /\p{sc=Latin}/u },
  { name: 'Cyrillic', pattern: /\p{sc=Cyrillic}/u },
  { name: 'Greek', pattern: /\p{sc=Greek}/u },
  { name: 'Arabic', pattern: /\p{sc=Arabic}/u },
  { name: 'Hebrew', pattern: /\p{sc=Hebrew}/u },
  { name: 'Devanagari', pattern: /\p{sc=Devanagari}/u },
  { name: 'Thai', pattern: /\p{sc=Thai}/u },
  { name: 'Han', pattern: /\p{sc=Han}/u },
  { name: 'Hiragana', pattern: /\p{sc=Hiragana}/u },
  { name: 'Hangul', pattern: /\p{sc=Hangul}/u },
];

/** The counts taken of a text, and the thresholds between classes. */
const CLASSES: { name: string; from: number[]; count: (text: string) => number }[] = [
  { name: 'links', from: [1, 2, 4, 8], count: (text) => matches(text, LINK) },
  { name: 'e-mail addresses', from: [1, 2], count: (text) => matches(text, /[^\s@]@[^\s@]/g) },
  { name: 'exclamation marks', from: [1, 3, 6], count: (text) => matches(text, /[!！]/g) },
  { name: 'amounts of money', from: [1, 3], count: (text) => matches(text, /\p{Sc}\s?\d|\d\s?\p{Sc}/gu) },
  { name: '% of words in capitals', from: [3, 10, 30], count: shareOfCapitals },
  { name: 'characters', from: [50, 150, 400, 1_000, 3_000], count: (text) => text.length },
  { name: 'tags', from: [1], count: (text) => matches(text, /<\/?[A-Za-z]+(?=[\s>])|\[\/?[A-Za-z]+(?=[=\]])/g) },
  { name: 'invisible characters', from: [1], count: (text) => matches(text, /[A-Za-z]\p{Cf}+(?=[A-Za-z])/gu) },
  { name: 'scripts mixed in a word', from: [1], count: (text) => Number(LATIN_AMONG_OTHERS.test(text)) },
];

/** The features of a submission: at most 230, without duplicates, in linear time. */
export function featuresOf(data: SubmissionData): Feature[] {
  const values = submittedTexts(data);
  const text = values.join('\n');
  const words = wordFeatures(values.map((value) => value.replace(LINK, ' ')));
  const features = [...words, ...hostFeatures(text), ...shapeFeatures(text)];
  return [...new Map(features.map((feature) => [feature.hash, feature])).values()];
}

function wordFeatures(values: readonly string[]): Feature[] {
  const features = new Map<number, Feature & { parts: number }>();
  for (const [part, words] of textPartsOf(values).entries()) {
    for (const { hash, label } of words.flatMap(featureOfWord)) {
      features.set(hash, { hash, label, parts: (features.get(hash)?.parts ?? 0) | (1 << part) });
    }
  }
  return [...features.values()];
}

/** Words are compared in folded form. */
function featureOfWord(label: string): Feature[] {
  const start = label.slice(0, LABEL_LENGTH_MAX);
  const term = wordsOf(LATIN_AMONG_OTHERS.test(start) ? skeleton(start) : fold(start)).join('');
  return term === '' || term.length > WORD_LENGTH_MAX ? [] : [{ hash: hashOf(`word ${term}`), label: start }];
}

function hostFeatures(text: string): Feature[] {
  const hosts = new Set<string>();
  for (const [, host = ''] of text.matchAll(LINK)) {
    const name = host.toLowerCase().replace(/^www\./, '');
    hosts.add(name.slice(0, HOST_LENGTH_MAX));
  }
  const some = startMiddleEnd([...hosts], HOSTS_MAX).flat();
  return some.map((host) => ({ hash: hashOf(`host ${host}`), label: host }));
}

function shapeFeatures(text: string): Feature[] {
  const classes = CLASSES.map(({ name, from, count }) => {
    const counted = count(text);
    return `${from.findLast((least) => counted >= least) ?? 0} ${name}`;
  });
  const scripts = SCRIPTS.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${name} letters`);
  return [...classes, ...scripts].map((shape) => ({ hash: hashOf(`shape ${shape}`), label: `(${shape})` }));
}

const matches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function shareOfCapitals(text: string): number {
  return (100 * matches(text, /(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu)) / Math.max(1, matches(text, /\p{L}{2,}/gu));
}

/** FNV-1a over UTF-16 units, with MurmurHash3's final mixing so that the lower bits alone are usable. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
