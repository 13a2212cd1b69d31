import { randomBytes } from 'node:crypto';

export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const pngFile = (name: string): SampleFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(PNG, 'base64'),
});

export const textFile = (name: string, text: string): SampleFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

export const pdfFile = (name: string, bytes = 1_000): SampleFile => {
  const start = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat([start, randomBytes(bytes - start.length)]) };
};
