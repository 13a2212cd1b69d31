/** Looked up by a file's ending, which can be the name of any object's property, such as `constructor`. */
const byEnding = (types: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(types));

/** Archive-based formats: the content identifies a ZIP, the extension the format. */
export const ARCHIVES = byEnding({
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  potx: 'application/vnd.openxmlformats-officedocument.presentationml.template',
  ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  odg: 'application/vnd.oasis.opendocument.graphics',
  ott: 'application/vnd.oasis.opendocument.text-template',
  ots: 'application/vnd.oasis.opendocument.spreadsheet-template',
  otp: 'application/vnd.oasis.opendocument.presentation-template',
  epub: 'application/epub+zip',
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
  vsdx: 'application/vnd.ms-visio.drawing',
  kmz: 'application/vnd.google-earth.kmz',
  cbz: 'application/vnd.comicbook+zip',
  '3mf': 'model/3mf',
  usdz: 'model/vnd.usdz+zip',
});

/** Text formats for which browsers send other types or none: Windows reports CSV as an Excel document. */
export const TEXT_TYPES = byEnding({
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  vtt: 'text/vtt',
  ics: 'text/calendar',
  vcf: 'text/vcard',
});

/** Formats that the content identifies. */
const OTHERS = byEnding({
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  zip: 'application/zip',
  jpg: 'image/jpeg',
  jfif: 'image/jpeg',
  tif: 'image/tiff',
  ...Object.fromEntries(
    ['jpeg', 'png', 'gif', 'webp', 'bmp', 'tiff', 'heic', 'heif', 'avif'].map((ending) => [ending, `image/${ending}`]),
  ),
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  opus: 'audio/ogg',
  oga: 'audio/ogg',
  weba: 'audio/webm',
  '3ga': 'audio/3gpp',
  caf: 'audio/x-caf',
  ...Object.fromEntries(['wav', 'ogg', 'flac', 'aac', 'amr'].map((ending) => [ending, `audio/${ending}`])),
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
  ...Object.fromEntries(['mp4', 'webm', 'mpeg'].map((ending) => [ending, `video/${ending}`])),
  m4v: 'video/mp4',
});

const TYPES = new Map([...ARCHIVES, ...TEXT_TYPES, ...OTHERS]);

/** The type of a well-known file ending. */
export const typeOfEnding = (ending: string): string | undefined => TYPES.get(ending);

/** The first well-known ending of a type, if any. */
export const endingOfType = (type: string): string | undefined => [...TYPES].find(([, known]) => known === type)?.[0];

/** The type of a well-known ending such as `.pdf` or `pdf`, otherwise the text in lower case: `image/*`. */
export function typeOfKind(text: string): string {
  const kind = text.toLowerCase();
  return TYPES.get(kind.replace(/^\*?\./, '')) ?? kind;
}
