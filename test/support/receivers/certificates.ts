import { generate } from 'selfsigned';

export interface Certificate {
  key: string;
  cert: string;
}

const DAY_MS = 86_400_000;

/** Creates a self-signed certificate, trusted by clients that use it as an authority. */
export async function certificateFor(name: string, { isExpired = false } = {}): Promise<Certificate> {
  const notBeforeDate = new Date(Date.now() - 2 * DAY_MS);
  const notAfterDate = new Date(Date.now() + (isExpired ? -DAY_MS : DAY_MS));
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  });
  return { key, cert };
}
