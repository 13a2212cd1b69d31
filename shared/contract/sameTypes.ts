/**
 * Media types that mean the same, the registered or most common one first: browsers, systems and libraries name them differently
 * (IANA, "Media Types"; the MIME tables of Windows, freedesktop.org and Apache).
 */
const SAME_TYPES = [
  'image/jpeg image/jpg image/pjpeg image/jfif image/x-citrix-jpeg',
  'image/png image/x-png image/apng image/vnd.mozilla.apng image/x-citrix-png',
  'image/bmp image/x-bmp image/x-ms-bmp image/x-windows-bmp image/x-bitmap',
  'image/tiff image/tif image/x-tiff image/x-tif',
  'image/x-icon image/vnd.microsoft.icon image/ico image/icon',
  'image/heic image/heif image/heic-sequence image/heif-sequence image/x-heic',
  'image/avif image/avif-sequence',
  'image/webp image/x-webp',
  'image/vnd.adobe.photoshop image/x-photoshop image/x-psd application/x-photoshop application/photoshop application/psd',
  'application/pdf application/x-pdf application/acrobat text/pdf',
  'application/rtf text/rtf text/richtext application/x-rtf',
  'application/zip application/x-zip application/x-zip-compressed application/zip-compressed multipart/x-zip',
  'application/gzip application/x-gzip application/x-gunzip application/x-tgz application/x-compressed-tar application/gzipped',
  'application/vnd.rar application/x-rar application/x-rar-compressed application/rar application/x-compressed-rar',
  'application/x-7z-compressed application/x-7z application/7z',
  'application/x-tar application/tar application/x-gtar',
  'application/x-bzip2 application/bzip2 application/x-bzip',
  'application/json text/json application/x-json',
  'audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg-3 audio/x-mpeg audio/mpg',
  'audio/mp4 audio/m4a audio/x-m4a audio/x-mp4 audio/m4b audio/x-m4b audio/mp4a-latm',
  'audio/wav audio/x-wav audio/wave audio/vnd.wave audio/x-pn-wav',
  'audio/ogg application/ogg audio/opus audio/x-opus+ogg audio/vorbis audio/x-vorbis+ogg audio/x-ogg',
  'audio/flac audio/x-flac',
  'audio/aac audio/x-aac audio/aacp audio/x-hx-aac-adts audio/vnd.dlna.adts',
  'audio/amr audio/amr-wb audio/x-amr',
  'audio/aiff audio/x-aiff',
  'audio/midi audio/mid audio/x-midi',
  'audio/x-ms-wma audio/wma',
  'video/mp4 video/x-m4v video/m4v application/mp4',
  'video/quicktime video/x-quicktime video/mov',
  'video/3gpp video/3gp audio/3gpp audio/3gp video/3gpp2 audio/3gpp2 video/3g2',
  'video/x-msvideo video/avi video/msvideo video/vnd.avi application/x-troff-msvideo',
  'video/mpeg video/mpg video/x-mpeg video/mp2t video/vnd.dlna.mpeg-tts',
  'video/x-matroska video/matroska video/mkv',
  'audio/x-matroska audio/matroska',
  'video/x-ms-wmv video/wmv',
  'video/x-ms-asf video/asf application/vnd.ms-asf',
  'text/csv text/x-csv application/csv application/x-csv text/comma-separated-values',
  'text/markdown text/x-markdown',
  'text/vcard text/x-vcard text/directory',
  'text/calendar application/ics text/x-vcalendar',
  'model/stl application/sla application/vnd.ms-pki.stl model/x.stl-binary model/x.stl-ascii application/x-navistyle',
  'model/step application/step application/p21',
  'image/vnd.dxf image/x-dxf application/dxf application/x-dxf drawing/dxf',
].map((line) => line.split(' '));

const FIRST = new Map(SAME_TYPES.flatMap(([first = '', ...others]) => others.map((type) => [type, first])));

/** One name for all types that mean the same. */
export const sameType = (type: string): string => FIRST.get(type) ?? type;

/** True if a type is this one, means the same, or matches a pattern such as `image/*`. */
export const isOfType = (type: string, pattern: string): boolean =>
  pattern.endsWith('*')
    ? [type, sameType(type)].some((each) => each.startsWith(pattern.slice(0, -1)))
    : sameType(type) === sameType(pattern);
