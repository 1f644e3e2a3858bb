import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';
import { withoutDeepTags } from '../../../../../infra/reading/text-extraction/markup/nesting.ts';

describe('an endlessly nested HTML page', () => {
  it.each(['div', 'b', 'ul><li', 'table><tr><td', 'span', 'svg'])(
    'is read with all of its text, in bounded time: <%s>',
    (tags) => {
      const open = `<${tags}>`.repeat(100_000);
      expect(htmlToText(`<p>Give 2 mg</p>${open}and wait<p>then</p>`).text).toMatch(/^Give 2 mg/);
    },
  );

  it('keeps the text between the dropped tags', () => {
    expect(withoutDeepTags(2, '<div><div>a<div>b</div>c</div></div><p>d</p>')).toBe(
      '<div><div>a b c</div></div><p>d</p>',
    );
  });

  it.each([
    ['unclosed paragraphs and items', '<p>one<li>two<br>'.repeat(2000)],
    ['self-closing drawings', '<svg><path d="M0"/></svg>'.repeat(2000)],
    ['scripts with less-than signs', `<script>${'if (a<b) c<d;'.repeat(2000)}</script><b>x</b>`],
    ['remarks', `<!--${'<div>'.repeat(2000)}--><b>x</b>`],
  ])('is not assumed because of %s', (_, html) => {
    expect(withoutDeepTags(500, html)).toBe(html);
  });
});
