import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Replaces curl on machines without it: supports the options that the documents use, and rejects others.

const text = { type: 'string' };
const texts = { type: 'string', multiple: true, default: [] };
const flag = { type: 'boolean' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { ...texts, short: 'd' },
    'data-urlencode': texts,
    header: { ...texts, short: 'H' },
    include: { ...flag, short: 'i' },
    location: { ...flag, short: 'L' },
    output: { ...text, short: 'o' },
    request: { ...text, short: 'X' },
    // Only errors are written to standard error.
    silent: { ...flag, short: 's' },
    'write-out': { ...text, short: 'w', default: '' },
  },
});

const encoded = (part) => String(new URLSearchParams([part.split(/=(.*)/s, 2)]));
const parts = [...options.data, ...options['data-urlencode'].map(encoded)];
const body = parts.length > 0 ? parts.join('&') : undefined;

const headers = new Headers(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' });
for (const header of options.header) {
  const [, name, value] = /^(.+?): (.*)$/s.exec(header);
  headers.set(name, value);
}

const response = await fetch(positionals[0], {
  method: options.request ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  body,
  redirect: options.location ? 'follow' : 'manual',
});

const head = [
  `HTTP/1.1 ${response.status} ${response.statusText}`,
  ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
];
const shown = Buffer.concat([
  Buffer.from(options.include ? `${head.join('\r\n')}\r\n\r\n` : ''),
  Buffer.from(await response.arrayBuffer()),
]);
if (options.output === undefined) process.stdout.write(shown);
else writeFileSync(options.output, shown);
process.stdout.write(options['write-out'].replaceAll('\\n', '\n').replaceAll('%{http_code}', `${response.status}`));
