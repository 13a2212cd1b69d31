import { describe, expect, test } from '@jest/globals';
import { composeCodeMail, composeInvitation } from '../../../../shared/signIn/signInMails.ts';

const service = { serviceName: 'Acme Forms', siteUrl: 'https://forms.example' };

describe('composeCodeMail', () => {
  test('shows the code in its text only, in groups of four, and who asked for it', () => {
    const { fromName, subject, text, html } = composeCodeMail(
      { code: '01234567', muteToken: 'a.b', country: 'ES', browser: 'Firefox on Linux' },
      service,
    );
    expect({ fromName, subject }).toEqual({ fromName: 'Acme Forms', subject: 'Your code to sign in' });
    expect(text).toMatchInlineSnapshot(`
"Your code to sign in

Code:
  0123 4567

Asked for from:
  Spain, with Firefox on Linux

The code is valid for 10 minutes, and only in the browser tab that asked for it.

Keep it to yourself: nobody will ever ask you for it. If you did not ask for it, ignore this mail.

To get no codes for 24 hours, open https://forms.example/app#mute=a.b

--
https://forms.example"
`);
    for (const shown of ['0123 4567', 'Spain, with Firefox on Linux']) expect(html).toContain(shown);
  });

  test.each([undefined, 'ZZ', 'Call +1 900'])('shows no country for %s', (country) => {
    const { text } = composeCodeMail({ code: '01234567', muteToken: 'a.b', country }, service);
    expect(text).toContain('an unknown country, with an unknown program');
  });
});

describe('composeInvitation', () => {
  test('says where, as what and how to sign in, in one line of subject', () => {
    const member = { workspaceName: 'Acme\nGmbH', address: 'ada@example.com', role: 'editor' } as const;
    const { subject, text } = composeInvitation(member, service);
    expect(subject).toBe('You were added to Acme GmbH');
    expect(text).toMatchInlineSnapshot(`
"You were added to Acme GmbH

You are now a member of the workspace Acme GmbH: as editor, you can read its forms, and read, change and delete submissions.

To sign in, enter ada@example.com in the dashboard. You get a code by mail each time; there is no password.

Open the dashboard: https://forms.example/app

--
https://forms.example"
`);
  });
});
