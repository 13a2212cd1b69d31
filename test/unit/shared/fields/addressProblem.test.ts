import { expect, test } from '@jest/globals';
import { addressProblem } from '../../../../shared/fields/addressProblem.ts';

test.each<[text: string, name: string, n?: string]>([
  ['ada', 'emailNoAt'],
  ['ada.example.com', 'emailNoAt'],
  ['ada at example.com', 'emailNoAt'],
  ['@example.com', 'emailBefore'],
  ['@ada', 'emailBefore'],
  ['ada@', 'emailAfter'],
  ['ada@example..com', 'emailAfter'],
  ['ada@.example.com', 'emailAfter'],
  ['ada@-example.com', 'emailAfter'],
  [`ada@${'x'.repeat(64)}.com`, 'emailAfter'],
  ['ada@@example.com', 'emailSeveral'],
  ['ada@example.com, bob@example.com', 'emailSeveral'],
  ['ada@example.com;bob@example.com', 'emailSeveral'],
  ['ada lovelace@example.com', 'emailSign', ' '],
  ['ada@exam ple.com', 'emailSign', ' '],
  ['ada\u200b\u202e lovelace@example.com', 'emailSign', ' '],
  ['ada\u0000@exam ple.com', 'emailSign', ' '],
  ['ada@example,com', 'emailSign', ','],
  ['ada(work)@example.com', 'emailSign', '('],
  ['jürgen@example.com', 'emailSign', 'ü'],
  ['😀@example.com', 'emailSign', '😀'],
  ['ada@münchen.de/', 'emailSign', '/'],
  ['ada＠example．com', 'emailMeant', 'ada@example.com'],
  ['ada @ example.com', 'emailMeant', 'ada@example.com'],
  ['mailto:ada@example.com', 'emailMeant', 'ada@example.com'],
  ['Ada <ada@example.com>', 'emailMeant', 'ada@example.com'],
  ['"Lovelace, Ada" <ada@example.com>;', 'emailMeant', 'ada@example.com'],
  ['“ada@example.com”', 'emailMeant', 'ada@example.com'],
  ['ada@example.com.', 'emailMeant', 'ada@example.com'],
  ['ada@example.com,', 'emailMeant', 'ada@example.com'],
  ['ada@exam\u200bple.com', 'emailMeant', 'ada@example.com'],
  [`ada@${'example.'.repeat(40)}com.`, 'emailAfter'],
])('of %j is %s %s', (text, ...problem) => {
  expect(addressProblem(text)).toEqual(problem);
});
