import { endingOf } from './fileName.ts';

/**
 * Files that no endpoint accepts, regardless of its `types`: those that a computer or a browser would execute when
 * somebody opens them.
 */

/** Extensions of scripts, programs, installers, shortcuts, and documents with macros. */
const REFUSED_ENDINGS = new Set(
  [
    // Pages and images that can run scripts.
    'htm html xhtml xht shtml mht mhtml svg svgz xml xsl xslt hta htc url webloc website',
    // Programs and libraries.
    'exe com scr pif dll ocx cpl sys drv msi msp mst msix appx appxbundle msixbundle bin run elf so dylib app dmg pkg deb',
    'rpm apk aab ipa jar war class jnlp xpi crx vsix gadget air swf',
    'js mjs cjs jse ts vb vbs vbe vba ws wsf wsc wsh ps1 ps1xml ps2 psc1 psm1 psd1 bat cmd btm sh bash zsh ksh csh fish',
    'command py pyc pyo pyw rb pl php phtml phar php3 php4 php5 php7 asp aspx ascx ashx asmx jsp jspx cgi lua tcl',
    // Shortcuts, settings, and wrappers that run something else.
    'lnk desktop scf inf ins isp reg msc job application appref-ms library-ms search-ms settingcontent-ms theme themepack',
    'diagcab chm hlp iso img vhd vhdx cab',
    // Documents with macros, or in formats whose extension does not tell whether they have any.
    'doc dot docm dotm xls xlt xla xlm xlsm xltm xlam xlsb xll ppt pot pps ppa pptm potm ppsm ppam sldm mdb accdb accde ade',
    'adp mda mde one onetoc2 pub slk iqy oqy odb',
  ].flatMap((line) => line.split(' ')),
);

/** The same as media types, as detected from content. */
const REFUSED_TYPES =
  /^(?:text\/(?:html|xml|javascript|ecmascript)|application\/(?:xml|(?:x-)?(?:java|ecma)script|hta|x-httpd-php|x-(?:msdownload|msdos-program|msi|elf|mach-binary|sh|csh|bat|shockwave-flash|google-chrome-extension|xpinstall|deb|rpm|cfb|ms-regedit|ms-shortcut|apple-diskimage|asar)|x-executable|wasm|java-vm|java-archive|vnd\.(?:microsoft\.portable-executable|android\.package-archive|ms-cab-compressed|ms-htmlhelp|ms-outlook)|x\.(?:ms\.shortcut|apple\.alias)))$/;
const REFUSED_BEGINNINGS = ['image/svg', 'application/xhtml'];
const SCRIPT_ENDINGS = ['script', 'sh', 'python', 'perl', 'php'];

/** Beginnings of an HTML page (WHATWG, "MIME Sniffing", 7.1). */
const PAGE =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|svg|style|title|table|object|embed|meta|link|h1|div|font|a|b|p|br|img|base|form)[\s>/]/i;
/** XML may turn out to be a page or an SVG with scripts further down. */
const XML = /^\s*<\?xml\b/i;
/** A script; not a voice note, whose formats begin like one (RFC 4867, 5; SILK). */
const SHEBANG = /^#!(?!AMR(?:-WB)?(?:_MC1\.0)?\n|SILK_V3)/;
/** Magic bytes of Windows shortcuts, help files, and Mach-O programs. */
const BINARIES = ['4c0000000114020000', '49545346', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map(
  (digits) => Buffer.from(digits, 'hex'),
);
/** Parts of an Office document that contain macros, as its ZIP directory lists them, in lower case. */
const MACROS = ['vbaproject.bin', 'vbadata.xml', 'xl/macrosheets/', '/script-lb.xml'];

export const isRefusedByName = (name: string): boolean => REFUSED_ENDINGS.has(endingOf(name));

export const isRefusedType = (type: string): boolean =>
  REFUSED_TYPES.test(type) ||
  REFUSED_BEGINNINGS.some((beginning) => type.startsWith(beginning)) ||
  (type.startsWith('text/x-') && SCRIPT_ENDINGS.some((ending) => type.endsWith(ending))) ||
  (type.startsWith('application/') && (type.endsWith('+xml') || type.includes('macroenabled')));

/** Elements with which Markdown may begin, and what makes it a page with scripts. */
const MARKUP = /^<(?:h1|div|p|a|img|br|b|font|table)[\s>/]/i;
const SCRIPTED =
  /<(?:!doctype|html|head|body|script|iframe|frame|svg|math|style|object|embed|meta|link|base|form)\b|\bon[a-z]{1,30}\s{0,20}=|javascript:/i;

/** True if the content starts like a page, an SVG, a script, a shortcut or a help file, or mentions macros. */
export function isRefusedByContent(start: Buffer, isMarkdown = false): boolean {
  const text = textOf(start);
  const content = withoutComments(text);
  const isPage = PAGE.test(content) && !(isMarkdown && MARKUP.test(content) && !SCRIPTED.test(text));
  const isText = isPage || XML.test(text) || SHEBANG.test(text);
  return isText || BINARIES.some((bytes) => start.subarray(0, bytes.length).equals(bytes)) || hasMacros(start);
}

/** True if a ZIP directory lists Office macros; some programs use `\\` instead of `/`. */
export function hasMacros(archive: Buffer): boolean {
  const text = archive.toString('latin1').toLowerCase().replaceAll('\\', '/');
  return MACROS.some((part) => text.includes(part));
}

/** A comment as browsers end it (WHATWG, "HTML", "Comment start state" and following). */
const COMMENT = /^<!--(?:-?>|.*?--!?>)/s;

/** Skips the white space and comments with which a page may start. */
function withoutComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const [comment] = COMMENT.exec(rest) ?? [];
    // The content after it is unknown.
    if (comment === undefined) return '<html>';
    rest = rest.slice(comment.length).trimStart();
  }
  return rest;
}

function textOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return start.subarray(2).toString('utf16le');
  if (start[0] === 0xfe && start[1] === 0xff) return swapped(start.subarray(2)).toString('utf16le');
  return start.toString('utf8').replace(/^\ufeff/, '');
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
