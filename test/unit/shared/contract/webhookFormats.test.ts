import { describe, expect, test } from '@jest/globals';
import { formatOfUrl, shownUrl, withHiddenPath } from '../../../../shared/contract/webhookFormats.ts';

describe('a URL', () => {
  test.each([
    ['https://hooks.slack.com/services/T000/B000/XXXX', 'slack'],
    ['https://discord.com/api/webhooks/123/abc', 'discord'],
    ['https://prod-12.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=x', 'teams'],
    ['https://x.12.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x?sig=x', 'teams'],
    ['https://chat.googleapis.com/v1/spaces/AAA/messages?key=x&token=y', 'googlechat'],
    ['https://api.telegram.org/bot123:abc/sendMessage?chat_id=1', 'telegram'],
    ['https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz', 'mattermost'],
    ['https://ntfy.sh/my-topic', 'ntfy'],
    ['https://script.google.com/macros/s/abc/exec', 'sheets'],
    // The body of a Slack workflow is up to its owner.
    ['https://hooks.slack.com/triggers/T000/1/abc', undefined],
    ['https://hooks.slack.com.evil.example/services/T000/B000/XXXX', undefined],
    ['https://notdiscord.com/api/webhooks/123/abc', undefined],
    ['https://hooks.example.com/forms', undefined],
    ['not an address', undefined],
    ['', undefined],
  ])('%p belongs to %p', (address, format) => {
    expect(formatOfUrl(address)).toBe(format);
  });

  test('is shown without its token if it is a credential', () => {
    const slack = 'https://hooks.slack.com/services/T000/B000/XXXXabcd';
    expect(shownUrl(slack, 'slack')).toBe('hooks.slack.com/…abcd');
    expect(shownUrl(slack)).toBe('hooks.slack.com/…abcd');
    expect(shownUrl(withHiddenPath(slack))).toBe('https://hooks.slack.com/…');
    expect(withHiddenPath('https://hooks.example.com')).toBe('https://hooks.example.com');
    expect(shownUrl('https://chat.example.com/hooks/secret', 'mattermost')).toBe('chat.example.com/…cret');
    expect(shownUrl('https://hooks.example.com/forms')).toBe('https://hooks.example.com/forms');
    expect(shownUrl('https://api.notion.com/v1/pages', 'template')).toBe('https://api.notion.com/v1/pages');
  });
});
