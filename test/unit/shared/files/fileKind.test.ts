import { describe, expect, test } from '@jest/globals';
import { FILE_TYPES_DEFAULT } from '../../../../shared/contract/choices.ts';
import { detectedTypeOf } from '../../../../shared/files/fileKind.ts';
import { requirePossible } from '../../../../shared/files/fileTypes.ts';
import { EICAR, PDF, PNG } from '../../../support/samples/fileContents.ts';

const hex = (digits: string): Buffer =>
  Buffer.concat([Buffer.from(digits.replaceAll(' ', ''), 'hex'), Buffer.alloc(64)]);
const text = (content: string): Buffer => Buffer.from(content);

const ZIP = hex('504b0304 1400 0000 0800');
const JPEG = hex('ffd8ffe0 0010 4a46 4946');
const MP4 = hex('00000018 66747970 6d703432');
/** A file that begins with its brands: the major one, then those it is compatible with. */
const brands = (major: string, ...compatible: string[]): Buffer => {
  const start = Buffer.from(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  start.writeUInt32BE(start.length);
  return Buffer.concat([start, Buffer.alloc(64)]);
};
const latin1 = (content: string): Buffer => Buffer.concat([Buffer.from(content, 'latin1'), Buffer.alloc(64)]);
const ALL = ['image/*', 'video/*', 'audio/*', 'text/*', 'application/*'];

/** The stored type of a file, or the status that rejects it. */
function kind(name: string, type: string, start: Buffer, types: readonly string[] = ALL): string | number {
  try {
    return detectedTypeOf({ name, type, start }, types);
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe('the type of a file', () => {
  test.each<[string, string, string, Buffer, string]>([
    ['its content', 'a', '', PNG, 'image/png'],
    ['its content, not the declared type', 'a.png', 'image/png', JPEG, 'image/jpeg'],
    ['its content, not its name', 'a.txt', 'text/plain', PNG, 'image/png'],
    [
      'its content and its name, of an archive',
      'a.docx',
      '',
      ZIP,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['its content, of any other archive', 'a.zip', 'application/x-zip-compressed', ZIP, 'application/zip'],
    ['its content and the declared type, for a container', 'a.m4a', 'audio/x-m4a', MP4, 'audio/x-m4a'],
    ['its content, for a container declared as something else', 'a.mp4', 'image/png', MP4, 'video/mp4'],
    ['its name, of text', 'a.csv', 'application/vnd.ms-excel', text('a,b\n1,2'), 'text/csv'],
    ['its name, of text that begins like something else', 'a.txt', '', text('BMW and MZ and more'), 'text/plain'],
    ['the declared type', 'a', 'text/plain; charset=utf-8', text('hello'), 'text/plain'],
    ['the declared type, if the content is unknown', 'a.step', 'model/step', text('ISO-10303-21;'), 'model/step'],
    ['nothing', 'a', '', text('hello'), 'application/octet-stream'],
    ['nothing, for text with binary content', 'a.txt', 'text/plain', hex('00ff'), 'application/octet-stream'],
    ['its name, of text in UTF-16', 'a.txt', '', hex('fffe 6100'), 'text/plain'],
  ])('is detected from %s', (_from, name, type, start, expected) => {
    expect(kind(name, type, start, [...ALL, 'model/*'])).toBe(expected);
  });

  test.each<[string, string, Buffer, string[]]>([
    ['an MP4', 'video/mp4', MP4, ['audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/3gpp']],
    ['a Matroska', 'video/x-matroska', hex('1a45dfa3 0100'), ['video/webm', 'audio/webm', 'audio/x-matroska']],
    ['an Ogg', 'application/ogg', hex('4f676753 0002'), ['audio/ogg', 'video/ogg']],
    ['a WAV', 'audio/x-wav', hex('52494646 24000000 57415645 666d7420'), ['audio/wav']],
    ['an MP3', 'audio/mpeg', hex('494433 03'), ['audio/mp3']],
    ['a HEIC', 'image/heic', brands('heic', 'mif1', 'heic'), ['image/heif']],
    ['a PNG', 'image/png', PNG, ['image/apng']],
    ['an ICO', 'image/x-icon', hex('00000100 0100'), ['image/vnd.microsoft.icon']],
    ['a gzip', 'application/gzip', hex('1f8b 0800'), ['application/x-gzip']],
  ])('of %s is the declared one of those with the same first bytes', (_what, found, start, others) => {
    for (const declared of [found, ...others]) expect(kind('a', declared, start)).toBe(declared);
    for (const declared of ['', 'model/step', 'image/tiff']) expect(kind('a', declared, start)).toBe(found);
  });

  test.each<[string, Buffer, string]>([
    ['an iPhone’s photo', brands('heic', 'mif1', 'MiHE', 'heic'), 'image/heic'],
    ['one of 10 bits', brands('heix', 'mif1', 'heix'), 'image/heic'],
    ['a burst', brands('hevc', 'msf1', 'hevc'), 'image/heic'],
    ['a Samsung’s photo', brands('mif1', 'mif1', 'heic'), 'image/heic'],
    ['an AVIF', brands('avif', 'avif', 'mif1', 'miaf'), 'image/avif'],
    ['one that names a general brand first', brands('mif1', 'mif1', 'avif', 'miaf'), 'image/avif'],
    ['an animated one', brands('avis', 'avif', 'msf1'), 'image/avif'],
    ['an image of another codec', brands('mif1', 'mif1', 'miaf'), 'image/heif'],
    ['a picture of a camera', brands('crx ', 'crx ', 'isom'), 'image/x-canon-cr3'],
    ['a voice memo', brands('M4A ', 'M4A ', 'mp42'), 'audio/mp4'],
    ['a clip of an older phone', brands('3gp4', '3gp4', 'isom'), 'video/3gpp'],
    ['a film', brands('isom', 'iso2', 'avc1', 'mp41'), 'video/mp4'],
    ['a film of an iPhone', brands('qt  ', 'qt  '), 'video/quicktime'],
    ...['moov', 'mdat', 'free', 'wide', 'skip', 'pnot'].map((box): [string, Buffer, string] => [
      `a QuickTime of the nineties (${box})`,
      latin1(`\0\0\x10\0${box}`),
      'video/quicktime',
    ]),
    ['a voice note of Android', latin1('#!AMR\n'), 'audio/amr'],
    ['one in better quality', latin1('#!AMR-WB\n'), 'audio/amr'],
    ['one of iMessage', latin1('caff\0\x01'), 'audio/x-caf'],
    ['one of WhatsApp or Telegram', latin1('OggS\0\x02\0\0\0\0\0\0\0\0'), 'application/ogg'],
    ['an AVI', latin1('RIFF\0\0\0\0AVI LIST'), 'video/x-msvideo'],
    ['an RTF', latin1('{\\rtf1\\ansi'), 'application/rtf'],
    ['a JPEG', hex('ffd8ffe1 0000'), 'image/jpeg'],
    ['an MP3 with a title', hex('494433 04'), 'audio/mpeg'],
    ['a BMP', Buffer.concat([text('BM'), hex('46000000 0000 0000 36000000')]), 'image/bmp'],
    ['a PDF behind a blank line', latin1('\r\n%PDF-1.7'), 'application/pdf'],
    ['a PDF behind a byte order mark', text('\ufeff%PDF-1.7'), 'application/pdf'],
  ])('of %s is known without its name', (_what, start, expected) => {
    expect(kind('a', '', start)).toBe(expected);
  });

  test.each<[string, Buffer, string, string]>([
    ['a.pdf', latin1(`From: a@example.com\r\n\r\n${' '.repeat(900)}%PDF-1.4`), '', 'application/pdf'],
    ['a', latin1('@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4'), 'application/pdf', 'application/pdf'],
    ['a.pdf', latin1('%!PS-Adobe-3.0 PDF-1.3\n%PDF-1.3'), '', 'application/pdf'],
    ['a.mp3', hex('fffb9064'), '', 'audio/mpeg'],
    ['a', hex('fffa9064'), 'audio/mp3', 'audio/mp3'],
    ['a.aac', hex('fff15080'), '', 'audio/aac'],
    ['a.mts', hex('47400010'), '', 'video/mpeg'],
    ['a.json', text('{"a": 1}'), '', 'application/json'],
    ['memo.m4a', MP4, '', 'audio/mp4'],
    ['note.opus', latin1('OggS\0\x02'), '', 'audio/ogg'],
    ['note.webm', hex('1a45dfa3'), 'audio/webm', 'audio/webm'],
    ['a.pages', ZIP, '', 'application/vnd.apple.pages'],
    ['a.numbers', ZIP, 'application/zip', 'application/vnd.apple.numbers'],
    ['a.key', ZIP, '', 'application/vnd.apple.keynote'],
    ['a.3mf', ZIP, 'application/octet-stream', 'model/3mf'],
    ['README.md', text('<h1 align="center">\n  <img src="a.png">\n</h1>'), '', 'text/markdown'],
    ['README.MD', text('<!-- badges --><p align=center>'), 'text/markdown', 'text/markdown'],
    ['a.po', text('\ufeffmsgid ""'), 'text/plain', 'text/plain'],
    ['a', Buffer.from('\ufeffHello', 'utf16le'), 'text/plain', 'text/plain'],
    ['a.csv', text('\ufeffa;b'), 'application/vnd.ms-excel', 'text/csv'],
    ['a.step', text('\ufeffISO-10303-21;'), 'model/step', 'model/step'],
  ])('of %s is known with its name or its declared type', (name, start, declared, expected) => {
    expect(kind(name, declared, start, [...ALL, 'model/*'])).toBe(expected);
  });

  test.each<[string, Buffer]>([
    ['part.gcode', text('G28 X Y\nG1 Z5')],
    ['settings.ini', text('[general]')],
    ['template.tpl', text('{name}')],
    ['a.dat', text('BMW and other cars')],
    ['a.dat', text('PLEASE READ')],
    ['a.dat', hex('fffb9064')],
    ['a.dat', text('It’s free of charge')],
    ['a.dat', text('begins like %PDF-1.4')],
  ])('of %s does not follow from a signature of fewer than four bytes, or from words', (name, start) => {
    expect(kind(name, 'model/step', start, ['model/*'])).toBe('model/step');
  });

  test.each<[string, string, Buffer, string]>([
    ['image/heic', 'image/heif', brands('heic'), 'a.heic'],
    ['image/jpg', 'image/jpeg', JPEG, 'a.jpg'],
    ['image/jpeg', 'image/pjpeg', JPEG, 'a.jpg'],
    ['audio/mp3', 'audio/mpeg', hex('494433 03'), 'a.mp3'],
    ['audio/x-m4a', 'audio/mp4', brands('M4A '), 'a.m4a'],
    ['audio/wav', 'audio/vnd.wave', latin1('RIFF\0\0\0\0WAVEfmt '), 'a.wav'],
    ['application/x-zip-compressed', '', ZIP, 'a.zip'],
    ['application/zip', 'application/x-zip-compressed', ZIP, 'a.zip'],
    ['text/rtf', 'application/msword', latin1('{\\rtf1'), 'a.rtf'],
    ['video/avi', 'video/x-msvideo', latin1('RIFF\0\0\0\0AVI LIST'), 'a.avi'],
    ['application/x-rar-compressed', '', hex('526172211a0700'), 'a.rar'],
    ['text/x-markdown', 'text/markdown', text('# A'), 'a.md'],
    ['.heic', '', brands('heic'), 'a.HEIC'],
    ['.pdf', '', PDF, 'a'],
    ['.step', '', text('ISO-10303-21;'), 'a.STEP'],
    ['.dxf', 'image/vnd.dxf', text('  0\nSECTION'), 'a.dxf'],
    ['.stl', 'application/vnd.ms-pki.stl', text('solid part'), 'a.stl'],
    ['.procreate', '', ZIP, 'a.procreate'],
    ['.gcode', '', text('G28'), 'a.gcode'],
  ])('%s is accepted by an endpoint for a file that is %s', (accepted, declared, start, name) => {
    expect(kind(name, declared, start, [accepted])).not.toBe(415);
    expect(() => requirePossible({ name, type: declared }, [accepted])).not.toThrow();
    for (const other of ['image/gif', '.obj', 'font/*']) expect(kind(name, declared, start, [other])).toBe(415);
  });

  test.each<[string, string, Buffer]>([
    ['a.exe', 'application/octet-stream', text('MZ')],
    ['a.step', '', text('<script>alert(1)</script>')],
    ['a.step', 'text/html', text('ISO-10303-21;')],
    ['a.stp', '', text('ISO-10303-21;')],
  ])('an ending accepts no refused content or name: %s, %s', (name, declared, start) => {
    expect(kind(name, declared, start, ['.step', '.exe'])).toBe(415);
  });

  test('is one that the endpoint accepts', () => {
    expect(kind('a.pdf', 'image/png', PDF, ['image/*'])).toBe(415);
    expect(kind('a.pdf', 'application/pdf', PDF, ['image/*', 'application/pdf'])).toBe('application/pdf');
    expect(kind('a.zip', '', ZIP, FILE_TYPES_DEFAULT)).toBe(415);
    expect(kind('a.bin', 'application/octet-stream', hex('01'), FILE_TYPES_DEFAULT)).toBe(415);
  });

  test.each(['image/png', 'application/pdf', 'video/mp4', 'application/zip'])(
    'cannot be declared %s without matching content',
    (type) => {
      expect(kind('a', type, text('hello'))).toBe(415);
    },
  );

  test('a test file of scanners is text like any other', () => {
    expect(kind('a.txt', 'text/plain', EICAR)).toBe('text/plain');
  });
});

const PAGES = [
  '<!doctype html><p>',
  '<HTML><body>',
  '\ufeff  \n<script>alert(1)</script>',
  '<!-- a comment --><svg onload=alert(1)>',
  '<!-- a comment that ends behind what is read',
  '<!--><script>alert(1)</script>-->',
  '<!---><script>alert(1)</script>-->',
  '<!-- a comment --!><script>alert(1)</script>-->',
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<?xml version="1.0"?><svg/>',
  '<iframe src=x>',
  '#!/bin/sh\nrm -rf /',
];

/** Files as systems declare them: a form without a script judges them by their content, so an upload must be possible. */
const PAIRS: [string, string, Buffer, string][] = [
  ['a.zip', 'application/x-zip-compressed', ZIP, 'application/zip'],
  ['a.zip', 'application/octet-stream', ZIP, 'application/zip'],
  ['a.rtf', 'application/msword', latin1('{\\rtf1'), 'application/rtf'],
  ['a.rtf', 'text/rtf', latin1('{\\rtf1'), 'application/rtf'],
  ['a.pdf', 'application/x-download', PDF, 'application/pdf'],
  ['a.pdf', 'application/force-download', PDF, 'application/pdf'],
  ['a.avi', 'video/avi', latin1('RIFF\0\0\0\0AVI LIST'), 'video/x-msvideo'],
  ['a.heic', 'image/heif', brands('heic'), 'image/heic'],
  ['a.jpg', 'image/pjpeg', JPEG, 'image/jpeg'],
  ['a.jpg', 'text/plain', JPEG, 'image/jpeg'],
  ['a.txt', 'text/plain', PNG, 'image/png'],
  ['a.m4a', 'audio/x-m4a', brands('M4A '), 'audio/mp4'],
  ['a.mp3', 'audio/mp3', hex('494433 03'), 'audio/mpeg'],
  ['a.wav', 'audio/wav', latin1('RIFF\0\0\0\0WAVEfmt '), 'audio/x-wav'],
  ['a.mov', 'video/mp4', brands('qt  '), 'video/quicktime'],
  ['a.docx', 'application/zip', ZIP, 'application/vnd.openxmlformats-officedocument.*'],
  ['a.csv', 'application/vnd.ms-excel', text('a,b'), 'text/csv'],
  ['a.7z', '', hex('377abcaf271c'), 'application/x-7z-compressed'],
  ['a.step', 'application/octet-stream', text('ISO-10303-21;'), '.step'],
];

test.each(PAIRS)(
  '%s declared as %s can be uploaded where the form itself accepts it',
  (name, type, start, accepted) => {
    expect(kind(name, type, start, [accepted])).not.toBe(415);
    expect(() => requirePossible({ name, type }, [accepted])).not.toThrow();
  },
);

test('a file that no content could make acceptable is rejected before its upload', () => {
  for (const [name, type, accepted] of [
    ['a.step', 'model/step', 'font/*'],
    ['a.txt', 'text/plain', 'model/*'],
    ['a.csv', 'model/step', '.step'],
    ['a.html', '', 'image/*'],
    ['a', 'image/svg+xml', 'image/*'],
  ] as const)
    expect(() => requirePossible({ name, type }, [accepted])).toThrow();
});

describe('no endpoint accepts', () => {
  test.each(PAGES)('%j, with any name', (content) => {
    for (const start of [text(content), Buffer.from(`\ufeff${content}`, 'utf16le')]) {
      for (const [name, type] of [
        ['a.txt', 'text/plain'],
        ['a.png', 'image/png'],
        ['a', ''],
      ] as const) {
        expect(kind(name, type, start)).toBe(415);
      }
    }
  });

  test.each([
    '<html><h1>A</h1></html>',
    '<!doctype html># A',
    '<h1>A</h1><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src=x\nonerror = alert(1)>',
    '<a href="javascript:alert(1)">A</a>',
    '<p><svg/onload=alert(1)>',
    '<div><iframe src=x>',
    '<svg></svg>',
  ])('Markdown that is a page: %s', (content) => {
    for (const name of ['a.md', 'a.markdown']) expect(kind(name, 'text/markdown', text(content))).toBe(415);
  });

  test.each([
    '<html>\n%PDF-1.4',
    ' x <script>alert(1)</script>%PDF-1.4',
    '#!/bin/sh\n%PDF-1.4',
    '<?xml version="1.0"?>%PDF-',
  ])('a PDF behind a page or a script: %s', (content) => {
    expect(kind('a.pdf', 'application/pdf', text(content))).toBe(415);
  });

  test.each([
    ['a script that begins like a voice note', '#!AMR/../sh\n'],
    ['a script of a shell', '#!/usr/bin/env AMR\n'],
  ])('%s', (_what, content) => {
    expect(kind('a.amr', 'audio/amr', text(content))).toBe(415);
  });

  test.each([
    ['a program of Windows', '4d5a9000 03000000'],
    ['one of Linux', '7f454c46 0201'],
    ['one of macOS', 'cffaedfe 07000001'],
    ['one for several processors', 'cafebabe 00000002'],
    ['a class of Java', 'cafebabe 00000034'],
    ['a shortcut', '4c000000 01140200 00000000 c0000000 00000046'],
    ['a help file', '49545346 03'],
    ['an older document of Office, which may have macros', 'd0cf11e0 a1b11ae1'],
    ['WebAssembly', '0061736d 01000000'],
    ['Flash', '4357530a'],
    ['an extension of Chrome', '43723234 03'],
    ['a package', '213c617263683e0a 64656269616e2d62696e617279'],
    ['a cabinet', '4d534346 00000000'],
  ])('%s, with any name', (_what, digits) => {
    for (const name of ['a.png', 'a.txt', 'a', 'a.pdf', 'a.docx'])
      expect(kind(name, 'image/png', hex(digits))).toBe(415);
  });

  test.each('exe EXE html svg js lnk docm xlsm doc bat ps1 msi jar php hta url iso scr'.split(' '))(
    'a name that ends in .%s',
    (ending) => {
      expect(kind(`a.${ending}`, 'image/png', PNG)).toBe(415);
      expect(() => requirePossible({ name: `a.${ending}`, type: 'image/png' }, ALL)).toThrow();
    },
  );

  test.each(['text/html', 'image/svg+xml', 'text/javascript', 'application/xhtml+xml', 'application/x-msdownload'])(
    'the type %s',
    (type) => {
      expect(kind('a', type, text('hello'))).toBe(415);
      expect(() => requirePossible({ name: 'a', type }, ALL)).toThrow();
    },
  );
});
