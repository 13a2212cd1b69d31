import { expect, test } from '@jest/globals';
import { dataUrlIn } from '../../../../shared/contract/dataUrl.ts';
import { growthOf } from '../../../support/growth.ts';

test.each<[string, { type: string; name?: string; bytes: number }]>([
  ['data:image/png;base64,iVBORw0KGgo=', { type: 'image/png', bytes: 8 }],
  [' data:image/PNG;base64,iVBORw0KGgo\n', { type: 'image/png', bytes: 8 }],
  ['data:image/jpeg;charset=utf-8;base64,/9j/4AA=', { type: 'image/jpeg', bytes: 5 }],
  ['data:image/png;name=my%20photo.png;base64,iVBO', { type: 'image/png', name: 'my photo.png', bytes: 3 }],
  ['data:application/pdf;filename="a.pdf";base64,JVBE', { type: 'application/pdf', name: 'a.pdf', bytes: 3 }],
  ['data:image/png;name=%zz;base64,iVBO', { type: 'image/png', name: '%zz', bytes: 3 }],
  ['data:audio/webm;codecs=opus;base64,GkXf', { type: 'audio/webm', bytes: 3 }],
  ['data:image/png;base64,iV BO-_\r\nRw', { type: 'image/png', bytes: 6 }],
])('%j is a file', (text, { name, ...expected }) => {
  expect(dataUrlIn(text)).toMatchObject({ ...expected, ...(name && { name }) });
  expect(dataUrlIn(text)?.name).toBe(name);
});

test.each([
  '',
  'data:,',
  'data:image/png;base64,',
  'data:image/png;base64,=',
  'data:image/svg+xml,%3Csvg%3E',
  'data:text/plain,Hello',
  'data:;base64,SGVsbG8=',
  'data:image/png;base64,iVBO!',
  'data:image/png;base64,iVBO=iVBO',
  'See data:image/png;base64,iVBO',
  'data:image/png;base64,iVBO and more.',
  `data:image/png;name=${'a'.repeat(1_000)};base64,iVBO`,
])('%j is text', (text) => {
  expect(dataUrlIn(text)).toBeUndefined();
});

test.each([' ', 'A', '=', '\n', ';', ' A='])('takes linear time for a text of %j', (text) => {
  const hostile = (size: number) => `data:a/b;base64,A${text.repeat(size)}!`;
  expect(growthOf(hostile, 64_000, dataUrlIn)).toBeLessThan(8);
});
