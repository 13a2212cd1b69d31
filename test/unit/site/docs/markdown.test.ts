import { describe, expect, test } from '@jest/globals';
import { inline, markdown } from '../../../../site/docs/markdown.ts';

describe('Markdown of the API reference', () => {
  test.each([
    ['*all* `a < b` [docs](/errors)', '<em>all</em> <code>a &lt; b</code> <a href="/errors">docs</a>'],
    ['what <script>alert(1)</script> is', 'what &lt;script&gt;alert(1)&lt;/script&gt; is'],
    ['<b onclick="x">&', '&lt;b onclick=&quot;x&quot;&gt;&amp;'],
  ])('%s is a text in which only Markdown makes elements', (text, markup) => {
    expect(inline(text).text).toBe(markup);
  });

  test('has paragraphs, and commands in a box', () => {
    const { text } = markdown('One\n\n<p>Two</p>\n\n```sh\ncurl "$A" <b>\n```');
    expect(text).toMatch(/^<p>One<\/p>\n&lt;p&gt;Two&lt;\/p&gt;/);
    expect(text).toContain('<figcaption>Terminal</figcaption>');
    expect(text.replace(/<[^>]*>/g, '')).toContain('curl &quot;$A&quot; &lt;b&gt;');
  });
});
