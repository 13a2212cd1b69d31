import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inOwnProcess, synthesize } from '../../../../infra/localService/synthesize.ts';
import { LOCAL_SENDER_ADDRESS } from '../../../../infra/localService/template.ts';
import { readSettings } from '../../../../infra/readSettings.ts';
import { newDataFolder, removeFolder } from '../../../support/cloud/cloudProcess.ts';
import { askSynthesizer } from '../../../support/jest/askSynthesizer.ts';

const TIMEOUT_MS = 120_000;
/** The settings of `npm start`, so that one synthesis serves both. */
const SETTINGS = { senderAddress: LOCAL_SENDER_ADDRESS, siteUrl: 'http://127.0.0.1:1234' };

const folders: string[] = [];
let folder: string;
beforeAll(async () => {
  // Synthesized there, where the CDK is loaded already; the app with other settings in a process of its own.
  await askSynthesizer('/app', SETTINGS);
}, TIMEOUT_MS);
beforeEach(() => {
  folder = newDataFolder();
  folders.push(folder);
});
afterAll(() => {
  for (const each of folders) removeFolder(each);
});

describe('a synthesized app', () => {
  test(
    'has the URL of its own pages, not those of a cached stack',
    async () => {
      const texts = [];
      for (const siteUrl of ['http://127.0.0.1:1', 'http://127.0.0.1:2']) {
        const template = await synthesize(folder, { ...SETTINGS, siteUrl });
        texts.push(JSON.stringify(template.ofType('AWS::Lambda::Function')));
      }
      expect(texts[0]).toContain('"http://127.0.0.1:1"');
      expect(texts[1]).toContain('"http://127.0.0.1:2"');
      expect(texts.join()).not.toContain('site-url.invalid');
    },
    TIMEOUT_MS,
  );

  test(
    'uses its settings, is announced once unless it is cached, and rejects unknown settings by name',
    async () => {
      let syntheses = 0;
      const rateOf = async (settings: object) => {
        const template = await synthesize(folder, { ...SETTINGS, ...settings }, () => syntheses++);
        const functions = template.ofType('AWS::Lambda::Function');
        return JSON.stringify(functions).match(/"STREAM_MAILS_PER_SECOND":"([\d.]+)"/)?.[1];
      };
      expect([await rateOf({}), syntheses]).toEqual(['3.5', 0]);
      const others = { mailsPerSecond: '20', serviceName: `Forms ${randomUUID()}` };
      expect([await rateOf(others), await rateOf(others), syntheses]).toEqual(['5', '5', 1]);
      await expect(rateOf({ mailsPerSecond: 'many' })).rejects.toThrow('mailsPerSecond must be a whole number');
      await expect(rateOf({ mailsPerMinute: '3' })).rejects.toThrow(
        'mailsPerMinute is not a setting: did you mean mailsPerHour?',
      );
    },
    TIMEOUT_MS,
  );

  test(
    'with an error of the CDK fails with its message only',
    async () => {
      const settings = { ...readSettings(SETTINGS), tableStreamArn: 'none' };
      const failed = inOwnProcess(folder, settings).catch((error: Error) => error.message);
      expect(await failed).toBe('ARNs must start with "arn:" and have at least 6 components: none');
    },
    TIMEOUT_MS,
  );
});
