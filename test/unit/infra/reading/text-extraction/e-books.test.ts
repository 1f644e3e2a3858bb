import { describe, expect, it } from 'vitest';
import { readEpub } from '../../../../../infra/reading/text-extraction/epub/read-epub.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { writeEpub } from '../../../../support/office-files/write-epub.ts';

const chapter = (body: string, head = '<title/>'): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
const read = (file: Parameters<typeof writeEpub>[0]) => readEpub(writeEpub(file), defaultExtractionLimits);

describe('an e-book', () => {
  it('is read chapter by chapter, each as a page, without its table of contents', async () => {
    const { pages, title, authors } = await read({
      title: 'Field guide',
      author: 'A. Writer',
      chapters: [chapter('<h1>Shock</h1><p>Give <a id="x"/>2<sup>1</sup> mg</p>'), chapter('<p>Second</p>')],
    });
    expect(pages).toEqual([
      { page: 1, text: '# Shock\n\nGive 2¹ mg', readBy: 'native' },
      { page: 2, text: 'Second', readBy: 'native' },
    ]);
    expect([title, authors]).toEqual(['Field guide', ['A. Writer']]);
  });

  it('omits text that its style sheets hide or strike through', async () => {
    const { pages, leftOut } = await read({
      chapters: [
        chapter(
          '<p>Give <span class="old">20 mg</span> 2 mg</p><p class="draft">30 mg</p>',
          '<title>x</title><link rel="stylesheet" type="text/css" href="../css/book.css"/>',
        ),
      ],
      parts: { 'OEBPS/css/book.css': '.old { text-decoration: line-through } .draft { display: none }' },
    });
    expect(pages[0]?.text).toBe('Give 2 mg');
    expect(leftOut).toEqual({ hidden: 1, struck: 1 });
  });

  it('is rejected when its chapters are encrypted, but not when only its fonts are', async () => {
    const encryption = (name: string): Readonly<Record<string, string>> => ({
      'META-INF/encryption.xml': `<encryption><EncryptedData><CipherData><CipherReference URI="${name}"/></CipherData></EncryptedData></encryption>`,
    });
    const chapters = [chapter('<p>Text</p>')];
    expect(
      await failureOf(read({ chapters, parts: encryption('OEBPS/text/chapter%200.xhtml') })),
    ).toMatchObject({ details: { reason: 'file_encrypted' } });
    expect((await read({ chapters, parts: encryption('OEBPS/fonts/a.otf') })).pages[0]?.text).toBe('Text');
  });

  it('is read when a chapter is missing or points outside', async () => {
    const file = writeEpub({
      chapters: [chapter('<p>Text</p>')],
      parts: {
        'OEBPS/book.opf':
          '<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:manifest><opf:item id="a" href="../../../etc/passwd"/><opf:item id="b" href="text/chapter%200.xhtml"/></opf:manifest><opf:spine><opf:itemref idref="a"/><opf:itemref idref="b"/></opf:spine></opf:package>',
      },
    });
    const { pages } = await readEpub(file, defaultExtractionLimits);
    expect(pages.map(({ text }) => text)).toEqual(['', 'Text']);
  });
});
