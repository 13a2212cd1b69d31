import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachmentNamed, cleanFileName } from '../../../../shared/files/fileName.ts';
import { anyCharacter } from '../../../support/samples/anyCharacter.ts';

describe('a file’s name', () => {
  test.each([
    ['a.pdf', 'a.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ada\\cv.pdf', 'cv.pdf'],
    ['folder/', 'file'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    [' \u0000\u0007 ', 'file'],
    ['a\r\nb.txt', 'a b.txt'],
    ['a\u202egpj.exe', 'a gpj.exe'],
    ['a.exe. . ', 'a.exe'],
    ['Lebenslauf A\u0308rztin.pdf', 'Lebenslauf Ärztin.pdf'],
    ['\u1112\u1161\u11ab.txt', '한.txt'],
    ['\u212b.txt', 'Å.txt'],
    ['ﬁ.txt', 'ﬁ.txt'],
    ['سيرة ذاتية.pdf', 'سيرة ذاتية.pdf'],
    ['履歴書.pdf', '履歴書.pdf'],
    ['a"b\'c.txt', 'a"b\'c.txt'],
    ['\ud800.txt', '\ufffd.txt'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    [`${'字'.repeat(300)}.docx`, `${'字'.repeat(65)}.docx`],
  ])('%j is shown as %j', (sent, shown) => {
    expect(cleanFileName(sent)).toBe(shown);
  });

  test('is never a path, has no control characters, fits, and is stable when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (sent) => {
        const name = cleanFileName(sent);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e]|^\.|^$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });

  test('becomes an ASCII header with the whole name', () => {
    expect(attachmentNamed('naïve "plan" 100%.pdf')).toBe(
      `attachment; filename="na_ve _plan_ 100_.pdf"; filename*=UTF-8''na%C3%AFve%20%22plan%22%20100%25.pdf`,
    );
    expect(attachmentNamed("it's (1)*.txt")).toContain("filename*=UTF-8''it%27s%20%281%29%2A.txt");
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (sent) => {
        const header = attachmentNamed(cleanFileName(sent));
        expect(header).toMatch(/^[ -~]+$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(cleanFileName(sent));
      }),
    );
  });
});
