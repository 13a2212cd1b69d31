import { text } from 'node:stream/consumers';
import { HOSTED_CAPTCHAS, type HostedCaptcha } from '../shared/contract/choices.ts';
import { respondJson } from './http/http.ts';
import { newServer } from './http/ports.ts';

/** A provider's response for one of its published test secrets. */
type TestAnswer = (response: string) => { success: boolean; 'error-codes'?: string[] };

const solved = { success: true };
const failed = (code: string) => ({ success: false, 'error-codes': [code] });

/** hCaptcha, "Integration testing: test keys": the widget's response. */
const HCAPTCHA_TEST_RESPONSE = '10000000-aaaa-bbbb-cccc-000000000001';

/**
 * The providers' published test secrets (Cloudflare Turnstile, "Test your Turnstile implementation"; hCaptcha,
 * "Integration testing"; reCAPTCHA FAQ, "I'd like to run automated tests").
 */
const TEST_SECRETS: Record<HostedCaptcha, Record<string, TestAnswer>> = {
  turnstile: {
    '1x0000000000000000000000000000000AA': () => solved,
    '2x0000000000000000000000000000000AA': () => failed('invalid-input-response'),
    '3x0000000000000000000000000000000AA': () => failed('timeout-or-duplicate'),
  },
  hcaptcha: {
    '0x0000000000000000000000000000000000000000': (response) =>
      response === HCAPTCHA_TEST_RESPONSE ? solved : failed('invalid-input-response'),
  },
  recaptcha: { '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe': () => solved },
};

/** Stands in for the captcha providers without a network. Accepts their published test secrets only. */
export const createCaptchaProviders = () =>
  newServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const provider = HOSTED_CAPTCHAS.find((name) => incoming.url === `/${name}/siteverify`);
      const fields = new URLSearchParams(body);
      const secret = provider && TEST_SECRETS[provider][fields.get('secret') ?? ''];
      const answer = secret ? secret(fields.get('response') ?? '') : failed('invalid-input-secret');
      respondJson(outgoing, answer, provider ? 200 : 404);
    });
  });
