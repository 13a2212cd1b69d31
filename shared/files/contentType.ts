import { filetypeinfo, register } from 'magic-bytes.js';
import { typeOfEnding } from '../contract/fileEndings.ts';
import { sameType } from '../contract/sameTypes.ts';
import { endingOf } from './fileName.ts';

/** Signatures that the library lacks. */
for (const [name, signature, mime] of [
  ['amr', '#!AMR', 'audio/amr'],
  ['caf', 'caff', 'audio/x-caf'],
  ['mp3', '\xff\xfa', 'audio/mpeg'],
  ['mp3', '\xff\xe3', 'audio/mpeg'],
] as const) {
  const bytes = [...Buffer.from(signature, 'latin1')].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`);
  register(name, bytes, { mime, extension: name });
}

/** Formats as the library names them: `doc` is the container of all old Office documents. */
const REFUSED_FORMATS = new Set(
  'exe elf class macho mach-o dmg iso cab deb rpm crx xpi swf wasm svg xml html doc xls ppt msg jar apk dex'.split(' '),
);

/**
 * The type detected from the first bytes, if any; `refused` for executables and the like, some of which have no type.
 * @param said the declared type, or empty
 */
export function typeByContent(name: string, said: string, start: Buffer): string | undefined {
  const brand = typeByBox(start);
  if (brand !== undefined) return brand;
  const content = start.subarray(byteOrderMarkOf(start));
  const [first] = content.length < start.length && start[0] !== 0xef ? [] : filetypeinfo(content);
  if (first !== undefined && REFUSED_FORMATS.has(first.typename.toLowerCase())) return 'refused';
  const type = first?.mime;
  const latePdf = typeOfLatePdf(name, said, start);
  // A PDF may begin like PostScript (ISO 32000-1, annex H.3, note 13).
  if (type === undefined || (type === 'application/postscript' && latePdf)) return latePdf;
  return isWhole(type, content) || isNamed(type, name, said) ? type : latePdf;
}

/** The length of a byte order mark, which says that text follows (Unicode, 23.8). */
const byteOrderMarkOf = (start: Buffer): number =>
  MARKS.find((mark) => start.subarray(0, mark.length).equals(mark))?.length ?? 0;
const MARKS = ['efbbbf', 'fffe', 'feff'].map((digits) => Buffer.from(digits, 'hex'));

/** Types with a signature of one to three bytes, each with a check of the bytes that follow. */
const SHORT: Readonly<Record<string, (start: Buffer) => boolean>> = {
  'image/jpeg': (start) => (start[3] ?? 0) >= 0xc0,
  'image/bmp': (start) => start.length > 26 && start.readUInt32LE(6) === 0,
  'audio/mpeg': (start) => start.toString('latin1', 0, 3) === 'ID3' && (start[3] ?? 0) < 0x10,
  'application/gzip': (start) => (start[2] === 8 && (start[3] ?? 0) < 0x20) || start[0] === 0xfd,
  'application/x-bzip2': (start) => /^BZh[1-9]/.test(start.toString('latin1', 0, 4)),
  'audio/aac': () => false,
  'video/mpeg': (start) => start[0] === 0,
  'application/json': () => false,
  'application/vnd.ms-fontobject': () => false,
};

/** True if a signature of at least four bytes was found. */
const isWhole = (type: string, start: Buffer): boolean => SHORT[type]?.(start) ?? true;

const NAMED_SO: Readonly<Record<string, readonly string[]>> = {
  'video/mpeg': ['mpg', 'mpeg', 'm2t', 'mts', 'm2ts', 'vob'],
  'image/bmp': ['dib'],
  'application/json': ['json', 'geojson'],
};

const isNamed = (type: string, name: string, said: string): boolean =>
  [said, typeOfEnding(endingOf(name)) ?? ''].some((each) => sameType(each) === sameType(type)) ||
  (NAMED_SO[type]?.includes(endingOf(name)) ?? false);

/** Readers of PDF accept its header anywhere in this many bytes (ISO 32000-1, annex H.3, note 13). */
const PDF_WITHIN_BYTES = 1_024;
const PAGE_WITHIN = /<(?:!doctype|\?xml|html|head|body|script|svg|iframe|style|meta|object|embed|base)\b/i;

/** A PDF behind other bytes, such as the headers of a mail; not a page or a script that mentions one. */
function typeOfLatePdf(name: string, said: string, start: Buffer): string | undefined {
  const before = start.subarray(0, PDF_WITHIN_BYTES).indexOf('%PDF-');
  if (before < 0) return undefined;
  const text = start.toString('latin1', 0, before);
  if (text.trim() !== '' && !isNamed('application/pdf', name, said)) return undefined;
  return PAGE_WITHIN.test(text) ? 'refused' : 'application/pdf';
}

/** Boxes with which QuickTime files before 2001 begin, which have no brand (Apple, "QuickTime File Format"). */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'free', 'wide', 'skip', 'pnot', 'junk', 'PICT']);
/** Brands by type (mp4ra.org, "Brands"; ISO/IEC 23008-12; AV1 Image File Format). */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:hei[cxms]|hev[cxms])$/, 'image/heic'],
  [/^(?:avif|avis|avio)$/, 'image/avif'],
  [/^(?:m4a|m4b|m4p|f4a|f4b)\s?$/i, 'audio/mp4'],
  [/^qt\s*$/, 'video/quicktime'],
  [/^(?:3g[a-z0-9]{2}|kddi)$/, 'video/3gpp'],
  [/^crx\s?$/, 'image/x-canon-cr3'],
  [/^jp[2xm]\s?$/, 'image/jp2'],
];
/** Brands shared by all images in HEIF: further brands name the type. */
const ANY_IMAGE = /^(?:mif[12]|msf1|mia[fn]|miPr|1pic|heif|geo1|jpeg|j2ki)$/;

/** The type of a file that begins with a box of ISO/IEC 14496-12: by its major brand, else the compatible ones. */
function typeByBox(start: Buffer): string | undefined {
  // A larger first byte means a box beyond the largest file.
  if (start.length < 8 || (start[0] ?? 0) >= 0x20) return undefined;
  const box = start.toString('latin1', 4, 8);
  if (OLD_QUICKTIME.has(box)) return 'video/quicktime';
  if (box !== 'ftyp') return undefined;
  const end = Math.min(start.readUInt32BE(0), start.length);
  const brands = [8, ...Array.from({ length: Math.max(0, (end - 16) >> 2) }, (_, index) => 16 + 4 * index)].map((at) =>
    start.toString('latin1', at, at + 4),
  );
  const [major = ''] = brands;
  if (!ANY_IMAGE.test(major)) return typeOfBrand(major) ?? 'video/mp4';
  const images = brands.map(typeOfBrand).filter((type) => type?.startsWith('image/'));
  return images[0] ?? 'image/heif';
}

const typeOfBrand = (brand: string): string | undefined => BRANDS.find(([pattern]) => pattern.test(brand))?.[1];
