import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';
import { loadXml } from '../../../../../infra/reading/text-extraction/markup/load-xml.ts';
import { withoutDeepTags } from '../../../../../infra/reading/text-extraction/markup/nesting.ts';
import { coreProperties } from '../../../../../infra/reading/text-extraction/office/core-properties.ts';
import { relationshipsOf } from '../../../../../infra/reading/text-extraction/office/relationships.ts';

describe('an endlessly nested HTML page', () => {
  it.each(['div', 'b', 'ul><li', 'table><tr><td', 'span', 'svg'])(
    'is read with all of its text, in bounded time: <%s>',
    (tags) => {
      const open = `<${tags}>`.repeat(30_000);
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

describe('a page written so that its nesting cannot be counted in its text', () => {
  it.each([
    ['end tags of nothing', '<div></span>'],
    ['end tags of other lists', '<li><ul></ol>'],
    ['unquoted slashes', '<svg><g a=/>'],
    ['end tags in frames', '<div><iframe></div></iframe>'],
    ['a remark that ends at once', '<!--><div><b>'],
    ['titles of drawings', '<svg><title><div>'],
  ])('is refused in bounded time: %s', (_, tags) => {
    expect(() => htmlToText(`<p>Give 2 mg</p>${tags.repeat(15_000)}`)).toThrow('nested deeper');
  });
});

describe('XML written so that its nesting cannot be counted in its text', () => {
  it.each([
    ['plain nesting', '<a>'],
    ['end tags of nothing', '<a></x>'],
    ['unquoted slashes', '<a b=/>'],
    ['quoted tags', '<a b="/>">'],
    ['end tags in remarks', '<a><!--</a>-->'],
    ['end tags in literal text', '<a><![CDATA[</a>]]>'],
  ])('is refused in bounded time: %s', (_, tags) => {
    const part = tags.repeat(15_000);
    expect(() => loadXml(part)).toThrow('nested deeper');
    const parts = (name: string) => new Map([[name, Buffer.from(part)]]);
    expect(() => coreProperties(parts('docProps/core.xml'))).toThrow('nested deeper');
    expect(() => relationshipsOf(parts('_rels/.rels'), '')).toThrow('nested deeper');
  });

  it('is read where its elements stand side by side', () => {
    expect(loadXml(`<r>${'<a/><b></b>'.repeat(5000)}</r>`)('a').length).toBe(5000);
  });
});
