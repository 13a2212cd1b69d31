import { describe, expect, test } from '@jest/globals';
import { FILE_TYPES_DEFAULT } from '../../../../shared/contract/choices.ts';
import { detectedTypeOf } from '../../../../shared/files/fileKind.ts';
import { requirePossible } from '../../../../shared/files/fileTypes.ts';
import { EICAR, PDF, PNG } from '../../../support/fileContents.ts';

const hex = (digits: string): Buffer =>
  Buffer.concat([Buffer.from(digits.replaceAll(' ', ''), 'hex'), Buffer.alloc(64)]);
const text = (content: string): Buffer => Buffer.from(content);

const ZIP = hex('504b0304 1400 0000 0800');
const JPEG = hex('ffd8ffe0 0010 4a46 4946');
const MP4 = hex('00000018 66747970 6d703432');
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
    ['a HEIF', 'image/heif', hex('00000018 66747970 68656963'), ['image/heic']],
    ['a PNG', 'image/png', PNG, ['image/apng']],
    ['an ICO', 'image/x-icon', hex('00000100 0100'), ['image/vnd.microsoft.icon']],
    ['a gzip', 'application/gzip', hex('1f8b 0800'), ['application/x-gzip']],
  ])('of %s is the declared one of those with the same first bytes', (_what, found, start, others) => {
    for (const declared of [found, ...others]) expect(kind('a', declared, start)).toBe(declared);
    for (const declared of ['', 'model/step', 'image/tiff']) expect(kind('a', declared, start)).toBe(found);
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
