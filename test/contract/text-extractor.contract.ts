import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { DocumentFormat } from '../../domain/knowledge/document-format.ts';
import { extractedDocumentSchema } from '../../domain/knowledge/extracted-document.ts';
import type { TextExtractor } from '../../ports/text-extractor.ts';
import { writeDocx } from '../../scripts/samples/write-docx.ts';
import { writePdf } from '../../scripts/samples/write-pdf.ts';
import { writeZip } from '../../scripts/samples/write-zip.ts';
import { claimUnpackedSize } from '../support/claim-unpacked-size.ts';
import { writePdfBomb } from '../support/write-pdf-bomb.ts';

const sample = (name: string): Promise<Uint8Array> =>
  readFile(join(import.meta.dirname, '../../samples', name));
const text = (content: string): Uint8Array => Buffer.from(content, 'utf8');

const onePagePdf = (trailer?: string): Uint8Array =>
  writePdf({
    pages: [[{ text: 'Give oxygen and transport the patient at once.', x: 60, y: 700, size: 11 }]],
    ...omitUndefined({ trailer }),
  });

/** An encryption dictionary whose password no one knows. */
const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -64 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`;

/**
 * The contract of every text extractor. `create` returns one that is ready, with at most 192 MiB of heap per thread, so
 * that a file that needs too much memory fails fast. The suite disposes of it.
 */
export const textExtractorContract = (
  name: string,
  create: () => Promise<TextExtractor & AsyncDisposable> | (TextExtractor & AsyncDisposable),
): void => {
  describe(`${name} as a text extractor`, () => {
    let extractor: TextExtractor & AsyncDisposable;
    beforeAll(async () => {
      extractor = await create();
    });
    afterAll(() => extractor[Symbol.asyncDispose]());

    const reasonFor = async (content: Uint8Array, format: DocumentFormat): Promise<unknown> => {
      const error: unknown = await extractor.extract(content, format).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(Failure);
      if (!(error instanceof Failure)) return undefined;
      expect(error.reason.code).toBe('rule_violated');
      expect(error.reason.message).toMatch(/^[A-Z].+\.$/);
      return error.reason.details?.reason;
    };

    it.each([
      ['pediatric-anaphylaxis.pdf', 'pdf', 2, 'Pediatric epinephrine dose for anaphylaxis: 0.01 mg/kg IM'],
      ['hypoglycemia.docx', 'docx', 1, '15 to 20 g of glucose by mouth'],
      ['stroke-assessment.html', 'html', 1, 'The sum ranges from 0 to 5.'],
      ['status-epilepticus.md', 'markdown', 1, '| Midazolam IM, 13 to 40 kg | 5 mg | Single dose |'],
      ['opioid-overdose.txt', 'text', 1, 'Cabañas'],
    ] as const)('reads %s', async (file, format, pages, phrase) => {
      const document = await extractor.extract(await sample(file), format);
      expect(extractedDocumentSchema.parse(document)).toEqual(document);
      expect(document.pages.map(({ page }) => page)).toEqual(
        Array.from({ length: pages }, (_, index) => index + 1),
      );
      expect(document.pages.map(({ text: ofPage }) => ofPage).join('\n')).toContain(phrase);
    });

    it('returns the text of each page of a PDF separately', async () => {
      const { pages } = await extractor.extract(await sample('pediatric-anaphylaxis.pdf'), 'pdf');
      expect(pages[0]?.text).toContain('RECOGNITION');
      expect(pages[0]?.text).not.toContain('AUTOINJECTORS');
      expect(pages[1]?.text).toContain('AUTOINJECTORS');
    });

    it.each(['pdf', 'docx', 'html'] as const)('returns the title that a %s declares', async (format) => {
      const file = {
        pdf: 'pediatric-anaphylaxis.pdf',
        docx: 'hypoglycemia.docx',
        html: 'stroke-assessment.html',
      };
      const title = {
        pdf: 'Pediatric Anaphylaxis',
        docx: 'Hypoglycemia',
        html: 'Prehospital Stroke Assessment',
      };
      const document = await extractor.extract(await sample(file[format]), format);
      expect(document.title).toBe(title[format]);
      expect(document.authors).toEqual(['Anamnesis samples']);
    });

    it('reads the properties of a PDF from its document metadata, not from that of its images', async () => {
      const packet = (format: string, properties: string): string =>
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" dc:format="${format}">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
      const content = writePdf({
        pages: [[{ text: 'Give oxygen and transport the patient at once.', x: 60, y: 700, size: 11 }]],
        subject: 'J Test 2021;3:4-9',
        created: 'D:20210412093000',
        packet: [
          packet(
            'application/pdf',
            '<prism:doi>10.1000/182</prism:doi><prism:coverDate>2021-05</prism:coverDate><dc:creator><rdf:Seq><rdf:li>Jane Doe</rdf:li><rdf:li>Rick Roe</rdf:li></rdf:Seq></dc:creator><dc:publisher><rdf:Bag><rdf:li>Test Press</rdf:li></rdf:Bag></dc:publisher>',
          ),
          packet('image/jpeg', '<prism:doi>10.1000/picture</prism:doi>').replaceAll('prismstandard', 'other'),
        ].join('\n'),
      });
      expect((await extractor.extract(content, 'pdf')).properties).toEqual({
        doi: '10.1000/182',
        published: '2021-05',
        publisher: 'Test Press',
        authors: ['Jane Doe', 'Rick Roe'],
        remarks: ['J Test 2021;3:4-9'],
        savedIn: 2021,
      });
    });

    it('reads the properties of a Word document', async () => {
      const content = writeDocx({ subject: 'doi:10.1000/182', blocks: [{ paragraph: 'Body' }] });
      expect((await extractor.extract(content, 'docx')).properties).toEqual({ remarks: ['doi:10.1000/182'] });
    });

    it('reads the citation metadata of a web page', async () => {
      const page = (head: string): Uint8Array =>
        text(`<html><head><title>T | Journal</title>${head}</head><body><p>Body</p></body></html>`);
      const tagged = page(
        '<meta name="citation_title" content="A Trial"><meta name="citation_author" content="Doe, Jane">' +
          '<meta name="citation_author" content="Roe, Rick"><meta name="citation_doi" content="10.1000/182">' +
          '<meta name="citation_pmid" content="32167518"><meta name="DC.Publisher" content="Test Press">' +
          '<meta name="citation_publication_date" content="2020/03/14">',
      );
      expect((await extractor.extract(tagged, 'html')).properties).toEqual({
        title: 'A Trial',
        authors: ['Doe, Jane', 'Roe, Rick'],
        doi: '10.1000/182',
        pmid: '32167518',
        publisher: 'Test Press',
        published: '2020/03/14',
      });
      const linked = page(
        '<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Site"},{"@type":"MedicalScholarlyArticle",' +
          '"headline":"A Guideline","author":[{"@type":"Person","name":"Jane Doe"}],"publisher":{"name":"Test Press"},' +
          '"datePublished":"2019-01-02"}]}</script><script type="application/ld+json">{ broken</script>',
      );
      expect((await extractor.extract(linked, 'html')).properties).toEqual({
        title: 'A Guideline',
        authors: ['Jane Doe'],
        publisher: 'Test Press',
        published: '2019-01-02',
      });
    });

    it('reads the front matter of Markdown apart from its text', async () => {
      const matter = `---\ntitle: "Heat: Illness"\nauthors:\n  - Jane Doe\n  - 'Rick Roe' # second\neffective-date: 2024-07-01\nstate: CA\ntags: [a, b]\n---\n# Heat\n\nCool the patient.`;
      expect(await extractor.extract(text(matter), 'markdown')).toEqual({
        pages: [{ page: 1, text: '# Heat\n\nCool the patient.', readBy: 'native' }],
        properties: {
          title: 'Heat: Illness',
          authors: ['Jane Doe', 'Rick Roe'],
          effective: '2024-07-01',
          stateCode: 'CA',
        },
      });
    });

    it.each([
      ['a colon in a value', 'title: Heat: Illness # second', { title: 'Heat: Illness' }],
      [
        'numbers as they are written',
        'title: T\nprotocol_number: 0910',
        { title: 'T', protocolNumber: '0910' },
      ],
      ['folded text', 'title: >-\n  Heat\n  Illness', { title: 'Heat Illness' }],
      ['lists on one line', 'authors: [Jane Doe, "Rick, Roe"]', { authors: ['Jane Doe', 'Rick, Roe'] }],
      ['a key with two values', 'title: Old\ntitle: New', { title: 'New' }],
      ['program tags', 'title: !!js/function "() => 1"', { title: '() => 1' }],
      ['nested values', 'title: T\nauthor: {name: Doe}', { title: 'T' }],
      ['aliases, unexpanded,', 'title: T\na: &a A\nauthors: [*a, *a]', { title: 'T', authors: ['[*a, *a]'] }],
      ['brackets within brackets', `title: T\ntags: ${'['.repeat(7000)}`, { title: 'T' }],
    ])('reads %s in front matter', async (_, matter, properties) => {
      const { pages, ...about } = await extractor.extract(text(`---\n${matter}\n---\nMore`), 'markdown');
      expect(pages).toMatchObject([{ text: 'More' }]);
      expect(about).toEqual({ properties });
    });

    it.each([
      ['text between two rules', '---\nThis is text: it goes on.\n- a point\n---\nMore'],
      ['doses between two rules', '---\nAdult: 5 mg\nChild: 2 mg\n---\nMore'],
      ['plain text', '---\ntitle: T\n---\nMore'],
    ])('treats %s as text', async (kind, content) => {
      const document = await extractor.extract(text(content), kind === 'plain text' ? 'text' : 'markdown');
      expect(document).toEqual({ pages: [{ page: 1, text: content, readBy: 'native' }] });
    });

    it('writes headings, lists and tables of a Word document as Markdown', async () => {
      const content = writeDocx({
        blocks: [
          { heading: 'Shock', level: 0 },
          { heading: 'Doses', level: 1 },
          { steps: ['First step', 'Second step'] },
          { bullets: ['A point'] },
          {
            table: [
              ['Drug', 'Dose'],
              ['Fluid | saline', '20 mL/kg'],
            ],
          },
        ],
      });
      const { pages } = await extractor.extract(content, 'docx');
      expect(pages[0]?.text).toBe(
        '# Shock\n\n## Doses\n\n1. First step\n2. Second step\n\n- A point\n\n| Drug | Dose |\n| --- | --- |\n| Fluid \\| saline | 20 mL/kg |',
      );
    });

    it.each([
      ['an empty PDF', new Uint8Array(), 'pdf', 'pdf_empty'],
      ['an empty text', new Uint8Array(), 'text', 'empty_file'],
      ['a PDF that is text', text('just some words'), 'pdf', 'format_mismatch'],
      ['a PDF without its end', onePagePdf().subarray(0, 700), 'pdf', 'pdf_truncated'],
      [
        'a PDF whose last revision is cut',
        Buffer.concat([onePagePdf(), text(`9 0 obj\n${'x'.repeat(3000)}`)]),
        'pdf',
        'pdf_truncated',
      ],
      ['a PDF of rubbish', text('%PDF-1.4\nrubbish\n%%EOF'), 'pdf', 'pdf_damaged'],
      ['a PDF with a password', onePagePdf(encryption), 'pdf', 'pdf_encrypted'],
      ['a PDF without text', writePdf({ pages: [[{ line: [1, 1, 9, 9] }]] }), 'pdf', 'no_text'],
      [
        'a DOCX that is an HTML page',
        text('<!doctype html><html><body>Hello</body></html>'),
        'docx',
        'format_mismatch',
      ],
      ['a DOCX that is another zip', writeZip({ 'a.txt': 'a' }), 'docx', 'format_mismatch'],
      [
        'a DOCX cut in half',
        writeDocx({ blocks: [{ paragraph: 'a' }] }).subarray(0, 900),
        'docx',
        'docx_damaged',
      ],
      ['a text that is a PDF', onePagePdf(), 'text', 'format_mismatch'],
      [
        'a text that is a picture',
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        'text',
        'format_mismatch',
      ],
      [
        'a text of random bytes',
        Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 32),
        'text',
        'format_mismatch',
      ],
      [
        'an HTML page without words',
        text('<html><body><script>let a = 1;</script></body></html>'),
        'html',
        'no_text',
      ],
    ] as const)('refuses %s with a reason and a sentence', async (_, content, format, reason) => {
      expect(await reasonFor(content, format)).toBe(reason);
    });

    it('refuses a DOCX that unpacks to more than the limit, without unpacking it', async () => {
      const small = writeZip({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': new Uint8Array(1000),
      });
      const bomb = claimUnpackedSize(small, 'word/document.xml', 3_000_000_000);
      expect(await reasonFor(bomb, 'docx')).toBe('expands_too_much');
    });

    it('refuses a DOCX with more XML than any text document has, or too much for its memory', async () => {
      const small = writeDocx({ blocks: [{ paragraph: 'a' }] });
      expect(await reasonFor(claimUnpackedSize(small, 'word/document.xml', 65 << 20), 'docx')).toBe(
        'expands_too_much',
      );
      const block = { paragraph: 'x'.repeat(16) };
      const large = writeDocx({ blocks: Array.from({ length: 320_000 }, () => block) });
      expect(await reasonFor(large, 'docx')).toBe('needs_too_much_memory');
      await expect(extractor.extract(onePagePdf(), 'pdf')).resolves.toMatchObject({ pages: [{ page: 1 }] });
    });

    it('refuses a DOCX that unpacks to more than its directory says', async () => {
      const large = writeZip({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': new Uint8Array(50_000_000),
      });
      const liar = claimUnpackedSize(large, 'word/document.xml', 1000);
      expect(await reasonFor(liar, 'docx')).toBe('docx_damaged');
    });

    it.each([
      ['repeats white space', ' '.repeat(1 << 20), 1500, 1],
      ['is compressed twice and repeats white space', ' '.repeat(1 << 20), 1500, 2],
      ['repeats overlapping letters', 'BT /F1 9 Tf 60 700 Td (a) Tj ET\n'.repeat(1 << 15), 200, 1],
      ['saves graphics states', 'q '.repeat(1 << 19), 200, 1],
    ])(
      'refuses a PDF whose content %s without end, in bounded memory',
      { timeout: 120_000 },
      async (_, piece, times, layers) => {
        const before = process.memoryUsage().rss;
        let highest = before;
        const watch = setInterval(() => {
          highest = Math.max(highest, process.memoryUsage().rss);
        }, 20);
        expect(await reasonFor(writePdfBomb(Buffer.from(piece), times, layers), 'pdf')).toBe(
          'expands_too_much',
        );
        clearInterval(watch);
        // PDFium may use 512 MiB; the rest is the thread's.
        expect(highest - before).toBeLessThan(800 * 1024 * 1024);
        await expect(extractor.extract(onePagePdf(), 'pdf')).resolves.toMatchObject({ pages: [{ page: 1 }] });
      },
    );

    it.each([
      ['UTF-8', Buffer.from('Ménière’s disease: 5 µg')],
      [
        'UTF-8 with a mark',
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('Ménière’s disease: 5 µg')]),
      ],
      [
        'UTF-16 LE with a mark',
        Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Ménière’s disease: 5 µg', 'utf16le')]),
      ],
      ['UTF-16 LE without a mark', Buffer.from('Ménière’s disease: 5 µg', 'utf16le')],
      [
        'UTF-16 BE',
        Buffer.concat([
          Buffer.from([0xfe, 0xff]),
          Buffer.from('Ménière’s disease: 5 µg', 'utf16le').swap16(),
        ]),
      ],
      [
        'Windows-1252',
        Buffer.from(
          '4de96e69e872659273206469736561736520736f6d65206d6f72652074657874206865726520746f207265616420666f7220746865206775657373',
          'hex',
        ),
      ],
    ])('reads text in %s', async (_, content) => {
      const { pages } = await extractor.extract(content, 'text');
      expect(pages[0]?.text).toMatch(/^Ménière’s disease/);
    });

    it('reads the main content of a web page without its navigation and footer', async () => {
      const page = `<html><head><title>T</title><meta charset="utf-8"></head><body><header>Site name</header>
        <nav>Home</nav><main><h2>Dose</h2><p>10<sup>3</sup> units<br>per kg</p><p hidden>secret</p>
        <ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul></main><footer>Imprint</footer></body></html>`;
      const { pages } = await extractor.extract(text(page), 'html');
      expect(pages[0]?.text).toBe('## Dose\n\n10^3 units\nper kg\n\n- one\n  - inner\n- two');
    });

    it('reads web pages of any nesting depth and tables of any length', async () => {
      const deep = `<body>${'<div>'.repeat(10_000)}bottom${'</div>'.repeat(10_000)}</body>`;
      expect((await extractor.extract(text(deep), 'html')).pages[0]?.text).toBe('bottom');
      const long = `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(30_000)}</table>`;
      expect((await extractor.extract(text(long), 'html')).pages[0]?.text.split('\n')).toHaveLength(30_001);
    });

    it('reads a PDF with a broken cross-reference table and an intact end', async () => {
      const broken = Buffer.from(
        Buffer.from(onePagePdf())
          .toString('latin1')
          .replace(/0000000\d{3} 00000 n/g, '0000000001 00000 n'),
        'latin1',
      );
      const { pages } = await extractor.extract(broken, 'pdf');
      expect(pages[0]?.text).toBe('Give oxygen and transport the patient at once.');
    });

    it('refuses a PDF of more than 10,000 pages before reading any', async () => {
      const endless = writePdf({ pages: Array.from({ length: 10_001 }, () => []) });
      expect(await reasonFor(endless, 'pdf')).toBe('too_many_pages');
    });

    it('keeps working after it refused a file', async () => {
      expect(await reasonFor(text('%PDF-1.4\nrubbish\n%%EOF'), 'pdf')).toBe('pdf_damaged');
      const { pages } = await extractor.extract(onePagePdf(), 'pdf');
      expect(pages).toEqual([
        { page: 1, text: 'Give oxygen and transport the patient at once.', readBy: 'native' },
      ]);
    });

    it('leaves its input bytes unchanged', async () => {
      const content = onePagePdf();
      const before = Buffer.from(content);
      await extractor.extract(content, 'pdf');
      expect(Buffer.compare(content, before)).toBe(0);
    });

    it('rejects with the abort reason when its signal aborts', async () => {
      const reason = new Error('no longer wanted');
      await expect(extractor.extract(onePagePdf(), 'pdf', AbortSignal.abort(reason))).rejects.toBe(reason);
      const abort = new AbortController();
      const running = extractor.extract(onePagePdf(), 'pdf', abort.signal);
      abort.abort(reason);
      await expect(running).rejects.toBe(reason);
      await expect(extractor.extract(onePagePdf(), 'pdf')).resolves.toMatchObject({ pages: [{ page: 1 }] });
    });
  });
};
