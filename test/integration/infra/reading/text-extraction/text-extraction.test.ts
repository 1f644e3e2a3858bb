import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { inferProtocolNumber } from '../../../../../domain/knowledge/infer-metadata.ts';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import { findTesseract } from '../../../../../infra/reading/text-extraction/ocr/tesseract.ts';
import { createTesseractJs } from '../../../../../infra/reading/text-extraction/ocr/tesseract-js.ts';
import { withPdf } from '../../../../../infra/reading/text-extraction/pdf/open-pdf.ts';
import { loadPdfium } from '../../../../../infra/reading/text-extraction/pdf/pdfium.ts';
import { renderPage } from '../../../../../infra/reading/text-extraction/pdf/render-page.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { anaphylaxisPages } from '../../../../../scripts/samples/anaphylaxis-pdf.ts';
import { hypoglycemiaBlocks } from '../../../../../scripts/samples/hypoglycemia-docx.ts';
import { writeDocx } from '../../../../../scripts/samples/write-docx.ts';
import { type PdfMark, writePdf } from '../../../../../scripts/samples/write-pdf.ts';
import { textExtractorContract } from '../../../../contract/text-extractor.contract.ts';
import { characterErrorRate } from '../../../../support/character-error-rate.ts';
import { until } from '../../../../support/log-harness.ts';

textExtractorContract('The worker pool', () =>
  createTextExtractor({ tesseract: 'none', heapMegabytes: 192 }),
);

const samples = join(import.meta.dirname, '../../../../../samples');
/** For the tests that are not about its threads: shared, because each thread loads every parser. */
const extractor = createTextExtractor({ tesseract: 'none' });
afterAll(() => extractor.close());

const lineOf = (text: string, y: number, x = 60, size = 11): PdfMark => ({ text, x, y, size });

describe('a page of a PDF', () => {
  const read = async (marks: readonly PdfMark[], rotate: 0 | 90 | 180 | 270 = 0): Promise<string> => {
    const { pages } = await extractor.extract(writePdf({ pages: [marks], rotate }), 'pdf');
    return pages[0]?.text ?? '';
  };

  it('keeps its lines, and separates paragraphs by an empty line', async () => {
    expect(
      await read([lineOf('First line', 700), lineOf('second line.', 686), lineOf('New paragraph.', 650)]),
    ).toBe('First line\nsecond line.\n\nNew paragraph.');
  });

  const left = Array.from({ length: 14 }, (_, row) => `left line ${row} is full of words about the airway`);
  const right = Array.from({ length: 14 }, (_, row) => `right line ${row} is full of words about bleeding`);

  it('is read column by column although it was drawn line by line across both columns', async () => {
    const marks = left.flatMap((text, row) => [
      lineOf(text, 700 - row * 13, 60, 10),
      lineOf(right[row] ?? '', 700 - row * 13, 320, 10),
    ]);
    const text = await read([
      lineOf('A title that goes right across both of the columns of this page of print', 740, 60, 14),
      ...marks,
    ]);
    expect(text.indexOf('left line 13')).toBeGreaterThan(0);
    expect(text.indexOf('left line 13')).toBeLessThan(text.indexOf('right line 0'));
  });

  it('has its footer at the end, although the file draws it first', async () => {
    expect(await read([lineOf('Page 1', 40), lineOf('Body of the page.', 700)])).toBe(
      'Body of the page.\n\nPage 1',
    );
  });

  it('marks lines in larger print as headings', async () => {
    const body = Array.from({ length: 5 }, (_, row) =>
      lineOf('Body text in the usual size of print.', 640 - row * 14),
    );
    expect(await read([lineOf('Heat illness', 700, 60, 20), ...body])).toMatch(
      /^# Heat illness\n\nBody text/,
    );
  });

  it.each([90, 180, 270] as const)('reads the same when rotated by %i degrees', async (rotate) => {
    const marks = [lineOf('First line of text', 700), lineOf('Second line of text', 686)];
    const text = await read(marks, rotate);
    expect(text).toContain('First line of text');
    expect(text).toContain('Second line of text');
  });
});

describe('a text file', () => {
  it('is refused by its size only when it must exceed the limit of characters', async () => {
    await using extractor = createTextExtractor({ tesseract: 'none', limits: { maxCharacters: 1000 } });
    const most = extractor.maxBytes('text');
    // The character with the most bytes per counted character.
    const fits = Buffer.from('\u20AC 5 '.padEnd(1000, '\u20AC'));
    expect(fits.length).toBeLessThanOrEqual(most);
    expect((await extractor.extract(fits, 'text')).pages[0]?.text).toHaveLength(1000);
    await expect(
      extractor.extract(Buffer.from('\u20AC'.repeat(Math.ceil((most + 1) / 3))), 'text'),
    ).rejects.toMatchObject({ reason: { details: { reason: 'too_much_text' } } });
  });
});

describe('a ruled table of a PDF', () => {
  it('is read as a Markdown table at its place', async () => {
    const { pages } = await extractor.extract(
      readFileSync(join(samples, 'pediatric-anaphylaxis.pdf')),
      'pdf',
    );
    expect(pages[0]?.text).toContain(
      'Table 1. Intramuscular epinephrine by weight, 1 mg/mL\n\n| Weight | Dose | Volume of 1 mg/mL |\n| --- | --- | --- |\n| 5 kg | 0.05 mg | 0.05 mL |\n| 10 kg | 0.10 mg | 0.10 mL |',
    );
  });

  it('is a separate chunk with its caption', async () => {
    const { pages } = await extractor.extract(
      readFileSync(join(samples, 'pediatric-anaphylaxis.pdf')),
      'pdf',
    );
    const tables = chunkDocument(cleanPages(pages), protocolPolicy, countCl100kTokens).filter(
      ({ isTable }) => isTable,
    );
    expect(tables).toHaveLength(1);
    expect(tables[0]?.text).toMatch(/^Table 1\. Intramuscular/m);
    expect(tables[0]?.text).toContain('| 30 kg | 0.30 mg | 0.30 mL |');
  });
});

/** A fake tesseract, to test the handling of its words. */
const fakeTesseract = async (script: string): Promise<{ readonly path: string } & AsyncDisposable> => {
  const folder = await mkdtemp(join(tmpdir(), 'ocr-'));
  const path = join(folder, 'tesseract');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
};

describe('OCR', () => {
  /**
   * Shared by the tests that differ only in the program's behaviour: each extractor starts threads that load every
   * parser.
   */
  let shared: Awaited<ReturnType<typeof fakeTesseract>>;
  let withOcr: ReturnType<typeof createTextExtractor>;
  beforeAll(async () => {
    shared = await fakeTesseract('. "$0.script"');
    withOcr = createTextExtractor({ tesseract: shared.path });
  });
  afterAll(async () => {
    await withOcr.close();
    await shared[Symbol.asyncDispose]();
  });
  const tesseractDoes = (script: string): Promise<void> => writeFile(`${shared.path}.script`, script);
  const row = (line: number, word: string, confidence: number): string =>
    ['5', '1', '1', '1', String(line), '1', '0', '0', '9', '9', String(confidence), word].join('\\t');
  const scan = writePdf({ pages: [[{ line: [10, 10, 90, 90] }]] });

  it('reads a page without text, and reports its confidence', async () => {
    // A letter page at 300 dpi has 2550 by 3300 pixels; the fake recognizes words only in such an image.
    await tesseractDoes(
      `head -c 15 | grep -q '2550 3300' && cat > /dev/null && printf '${row(1, 'Give', 80)}\\n${row(1, 'oxygen', 80)}\\n${row(2, 'now', 80)}\\n'`,
    );
    const { pages } = await withOcr.extract(scan, 'pdf');
    expect(pages).toEqual([{ page: 1, text: 'Give oxygen\nnow', readBy: 'ocr', ocrConfidence: 0.8 }]);
  });

  it('drops words of low confidence', async () => {
    await tesseractDoes(`cat > /dev/null; printf '${row(1, 'Catt', 20)}\\n'`);
    const { pages } = await withOcr.extract(
      writePdf({
        pages: [
          [
            lineOf('A page with many words, so that it is not taken for a scan.', 700),
            lineOf('Second line, to have a hundred characters on this page.', 680),
          ],
          [{ line: [10, 10, 90, 90] }],
        ],
      }),
      'pdf',
    );
    expect(pages[1]).toEqual({ page: 2, text: '', readBy: 'ocr', ocrConfidence: 0.2 });
  });

  it('skips a page with enough text, whatever image lies beneath', async () => {
    await tesseractDoes(
      `cat > /dev/null; for i in $(seq 200); do printf '${row(1, 'misreading', 99)}\\n'; done`,
    );
    const watermark = { scan: { width: 4, height: 4, pixels: new Uint8Array(16).fill(230) } };
    const lines = Array.from({ length: 8 }, (_, row) =>
      lineOf(`Line ${row} of a page that has enough to say in its own words.`, 700 - row * 14),
    );
    const { pages } = await withOcr.extract(writePdf({ pages: [[watermark, ...lines]] }), 'pdf');
    expect(pages).toMatchObject([{ readBy: 'native' }]);
  });

  it('resumes at the interrupted page, and leaves nothing behind when done', async () => {
    await using calls = await fakeTesseract('');
    const log = `${calls.path}.log`;
    const pagesFolder = `${calls.path}.pages`;
    await tesseractDoes(
      `sum=$(cksum | cut -d' ' -f1); echo $sum >> ${log}; sleep 0.1; printf '${row(1, 'Page', 90)}\n'; ` +
        `printf '${row(1, '%s', 90)}\n' $sum`,
    );
    const file = writePdf({
      pages: Array.from({ length: 8 }, (_, page) => [{ line: [10, 10, 90, 90 + page * 20] }]),
    });
    const asked = (): readonly string[] =>
      existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];

    const first = createTextExtractor({ tesseract: shared.path, pagesFolder });
    const pagesKey = randomBytes(32);
    const cut = first.extract(file, 'pdf', undefined, pagesKey).catch((error: unknown) => error);
    await until('some pages are read', () => asked().length >= 5);
    // Terminates the thread immediately, like a crash.
    await first.close();
    expect(await cut).toBeInstanceOf(Failure);
    const before = asked().length;
    expect(before).toBeLessThan(8);
    const kept = readdirSync(pagesFolder);
    expect(kept.length).toBeGreaterThan(0);
    for (const name of kept)
      expect(readFileSync(join(pagesFolder, name)).includes('Page'), 'in plain text').toBe(false);

    await using second = createTextExtractor({ tesseract: shared.path, pagesFolder });
    const document = await second.extract(file, 'pdf', undefined, pagesKey);
    // The picture that the crash interrupted may have been cut, and then has a sum of its own.
    expect(asked().length).toBeLessThanOrEqual(9);
    const texts = document.pages.map(({ text }) => text);
    expect(new Set(texts).size).toBe(8);
    expect(asked().map((sum) => `Page ${sum}`)).toEqual(expect.arrayContaining(texts));
    expect(readdirSync(pagesFolder)).toEqual([]);
  });

  it('stores nothing of its result without an encryption key', async () => {
    await using calls = await fakeTesseract('');
    const [log, pagesFolder] = [`${calls.path}.log`, `${calls.path}.pages`];
    await using program = await fakeTesseract(
      `cat > /dev/null; ls ${pagesFolder} | wc -l >> ${log}; printf '${row(1, 'Page', 90)}\n'`,
    );
    const file = writePdf({
      pages: Array.from({ length: 3 }, (_, page) => [{ line: [10, 10, 90, 90 + page * 20] }]),
    });
    for (const [pagesKey, kept] of [
      [undefined, ['0', '0', '0']],
      [randomBytes(32), ['0', '1', '2']],
    ] as const) {
      await using extractor = createTextExtractor({ tesseract: program.path, pagesFolder });
      await extractor.extract(file, 'pdf', undefined, pagesKey);
      expect(readFileSync(log, 'utf8').trim().split(/\s+/)).toEqual(kept);
      await rm(log);
    }
  });

  const printed = [
    lineOf('A page with many words, so that it is not taken for a scan.', 700),
    lineOf('Second line, to have a hundred characters on this page.', 680),
  ];
  const photographed = [{ scan: { width: 60, height: 80, pixels: new Uint8Array(4800).fill(200) } }];

  it.each(['exit 1', 'none'])('fails only the image page that it cannot examine (%s)', async (how) => {
    await tesseractDoes(`cat > /dev/null; ${how}`);
    const file = writePdf({ pages: [printed, photographed, [lineOf('Fin.', 700)], printed] });
    const { pages } = await (how === 'none' ? extractor : withOcr).extract(file, 'pdf');
    expect(pages.map(({ readBy }) => readBy)).toEqual(['native', 'failed', 'native', 'native']);
    expect(pages[1]?.text).toBe('');
  });

  it('loses only the page on which it stalls', async () => {
    await using tesseract = await fakeTesseract('sleep 30');
    await using extractor = createTextExtractor({ tesseract: tesseract.path, stallTimeout: 4000 });
    const file = writePdf({ pages: [printed, photographed, printed] });
    const { pages } = await extractor.extract(file, 'pdf');
    expect(pages.map(({ readBy }) => readBy)).toEqual(['native', 'failed', 'native']);
  });

  it('yields a file without text when the only page fails', async () => {
    await tesseractDoes('cat > /dev/null; exit 1');
    const picture = writePdf({ pages: [photographed] });
    await expect(withOcr.extract(picture, 'pdf')).rejects.toMatchObject({
      reason: {
        code: 'rule_violated',
        message: expect.stringContaining('OCR failed on 1 of 1 pages'),
        details: { reason: 'no_text' },
      },
    });
  });

  it('has to be installed when it is missing', async () => {
    await expect(extractor.extract(scan, 'pdf')).rejects.toMatchObject({
      reason: { message: expect.stringContaining('install OCR'), details: { reason: 'no_text' } },
    });
  });

  it('reports that it found nothing, without asking for an installation', async () => {
    await tesseractDoes('cat > /dev/null');
    await expect(withOcr.extract(scan, 'pdf')).rejects.toMatchObject({
      reason: {
        message: expect.stringMatching(/not even by OCR(?!.*install)/),
        details: { reason: 'no_text' },
      },
    });
  });
});

/** An image of a page, in a PDF without text. */
const photograph = async (marks: readonly PdfMark[]): Promise<Uint8Array> => {
  const pdfium = await loadPdfium();
  const scan = await withPdf(pdfium, writePdf({ pages: [marks] }), defaultExtractionLimits, async (pdf) => {
    const page = pdfium.call.FPDF_LoadPage(pdf.document, 0);
    const image = renderPage(pdfium, page);
    pdfium.call.FPDF_ClosePage(page);
    return image;
  });
  return writePdf({ pages: [[{ scan }]] });
};

const installed = await findTesseract();
if (installed === undefined)
  process.stderr.write('Skipping the tests of the tesseract program: it is not on PATH.\n');
const engines = ['built-in', ...(installed === undefined ? [] : [installed])];

describe.each(engines)('the OCR engine %s', (tesseract) => {
  const sentences = [
    'Epinephrine 0.01 mg/kg IM, at most 0.5 mg, into the outer thigh.',
    'Repeat after 5 to 15 minutes when the patient does not improve.',
    'Oxygen 15 L/min by mask; keep the saturation above 94%.',
    'Normal saline 20 mL/kg IV for a systolic pressure below 70 mmHg.',
    'Diphenhydramine 1 mg/kg IV or IM, at most 50 mg.',
    'Call the base hospital when two doses have no effect.',
  ];

  it('reads a scanned page almost without errors', async () => {
    await using extractor = createTextExtractor({ tesseract });
    const { pages } = await extractor.extract(
      await photograph(sentences.map((sentence, row) => lineOf(sentence, 700 - row * 24))),
      'pdf',
    );
    expect(pages).toHaveLength(1);
    expect(pages[0]?.readBy).toBe('ocr');
    expect(pages[0]?.ocrConfidence).toBeGreaterThan(0.85);
    expect(characterErrorRate(pages[0]?.text ?? '', sentences.join('\n'))).toBeLessThan(0.01);
  });
});

describe('the built-in OCR engine', () => {
  const blank = { width: 400, height: 400, pixels: new Uint8Array(160_000).fill(255) };

  it('finds nothing on an empty page', async () => {
    await using engine = createTesseractJs();
    expect(await engine.recognize(blank)).toBe('nothing');
  });

  it('abandons a page that takes too long, and reads the next', async () => {
    await using hasty = createTesseractJs({ pageTimeout: 1 });
    expect(await Promise.all([hasty.recognize(blank), hasty.recognize(blank)])).toEqual(['failed', 'failed']);
  });
});

describe('the worker pool', () => {
  const pdf = readFileSync(join(samples, 'pediatric-anaphylaxis.pdf'));

  it('keeps the event loop free while it reads', async () => {
    await extractor.extract(pdf, 'pdf');
    const large = writePdf({ pages: Array.from({ length: 60 }, () => anaphylaxisPages[0] ?? []) });
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const started = performance.now();
    const { pages } = await extractor.extract(large, 'pdf');
    const took = performance.now() - started;
    clearInterval(timer);
    expect(pages).toHaveLength(60);
    expect(longest).toBeLessThan(took / 2);
  });

  it('abandons a file that takes too long, which another extractor reads', async () => {
    await using hasty = createTextExtractor({ tesseract: 'none', totalTimeout: 1 });
    await expect(hasty.extract(pdf, 'pdf')).rejects.toMatchObject({ reason: { code: 'timeout' } });
    await expect(extractor.extract(pdf, 'pdf')).resolves.toMatchObject({ pages: [{}, {}] });
  });

  it('survives a worker that runs out of memory', async () => {
    await using extractor = createTextExtractor({ tesseract: 'none', heapMegabytes: 48 });
    const greedy = Buffer.from(`<html><body>${'<p><b>a</b> <i>b</i></p>'.repeat(400_000)}</body></html>`);
    await expect(extractor.extract(greedy, 'html')).rejects.toMatchObject({
      reason: { code: 'rule_violated', details: { reason: 'needs_too_much_memory' } },
    });
    await expect(extractor.extract(Buffer.from('All is well.'), 'text')).resolves.toMatchObject({
      pages: [{}],
    });
  });

  it('reads many files concurrently with few workers', async () => {
    const documents = await Promise.all(Array.from({ length: 20 }, () => extractor.extract(pdf, 'pdf')));
    expect(documents.every(({ pages }) => pages.length === 2)).toBe(true);
  });

  it('reads a small file while large ones are being read', async () => {
    // The large ones end when the small file has been read.
    await using tesseract = await fakeTesseract('until [ -e "$0.done" ]; do sleep 0.1; done; exit 1');
    await using extractor = createTextExtractor({ tesseract: tesseract.path, workers: 2 });
    const padding = Buffer.alloc(6 * 1024 * 1024, ' ');
    const large = Buffer.concat([
      Buffer.from(`%PDF-1.4\n%${padding.toString('latin1')}\n`),
      writePdf({ pages: [[{ scan: { width: 60, height: 80, pixels: new Uint8Array(4800).fill(200) } }]] }),
    ]);
    const ended: string[] = [];
    const textbooks = [1, 2].map(() => extractor.extract(large, 'pdf').catch(() => ended.push('large')));
    await extractor.extract(pdf, 'pdf').then(() => ended.push('small'));
    await writeFile(`${tesseract.path}.done`, '');
    await Promise.all(textbooks);
    expect(ended).toEqual(['small', 'large', 'large']);
  });

  it('reads a small file while small scans occupy all workers', async () => {
    // The scans end when the small file has been read.
    await using tesseract = await fakeTesseract('until [ -e "$0.done" ]; do sleep 0.1; done; exit 1');
    await using extractor = createTextExtractor({ tesseract: tesseract.path, workers: 2, longAfter: 300 });
    const scanned = writePdf({
      pages: [[{ scan: { width: 60, height: 80, pixels: new Uint8Array(4800).fill(200) } }], []],
    });
    const ended: string[] = [];
    const scans = [1, 2].map(() => extractor.extract(scanned, 'pdf').catch(() => ended.push('scan')));
    await extractor.extract(pdf, 'pdf').then(() => ended.push('small'));
    await writeFile(`${tesseract.path}.done`, '');
    await Promise.all(scans);
    expect(ended).toEqual(['small', 'scan', 'scan']);
  });

  it('refuses files beyond the queue limit', async () => {
    await using extractor = createTextExtractor({ tesseract: 'none', workers: 1, maxWaiting: 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => extractor.extract(pdf, 'pdf')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ reason: { code: 'unavailable' } });
    }
  });

  it('stops running and queued work when closed', async () => {
    const extractor = createTextExtractor({ tesseract: 'none' });
    const running = [extractor.extract(pdf, 'pdf'), extractor.extract(pdf, 'pdf')];
    const outcomes = Promise.allSettled(running);
    await extractor.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ reason: { reason: { code: 'unavailable' } } });
    await expect(extractor.extract(pdf, 'pdf')).rejects.toMatchObject({ reason: { code: 'unavailable' } });
  });

  it.each([
    ['pages', { maxPages: 1 }, 'too_many_pages'],
    ['text', { maxCharacters: 100 }, 'too_much_text'],
  ])('enforces the limit on the %s of a document', async (_, limits, reason) => {
    await using extractor = createTextExtractor({ tesseract: 'none', limits });
    await expect(extractor.extract(pdf, 'pdf')).rejects.toMatchObject({ reason: { details: { reason } } });
  });
});

describe('a file with damaged bytes', () => {
  it.each([
    ['pediatric-anaphylaxis.pdf', 'pdf'],
    ['hypoglycemia.docx', 'docx'],
    ['stroke-assessment.html', 'html'],
    ['opioid-overdose.txt', 'text'],
  ] as const)(
    'such as %s is read or refused, and never crashes a worker',
    { timeout: 60_000 },
    async (file, format) => {
      const whole = readFileSync(join(samples, file));
      const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 30,
      });
      await fc.assert(
        fc.asyncProperty(damage, fc.option(fc.nat(whole.length)), async (bytes, length) => {
          const damaged = Buffer.from(whole);
          for (const [at, value] of bytes) damaged[at] = value;
          const content = length === null ? damaged : damaged.subarray(0, length);
          const outcome = await extractor.extract(content, format).then(
            ({ pages }) => (pages.length > 0 ? 'read' : 'nothing'),
            (error: unknown) => (error instanceof Failure ? error.reason.code : 'broken'),
          );
          expect(['read', 'rule_violated']).toContain(outcome);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('the samples', () => {
  it('are what the script generates', () => {
    const author = 'Anamnesis samples';
    const made = {
      'pediatric-anaphylaxis.pdf': writePdf({
        title: 'Pediatric Anaphylaxis',
        author,
        pages: anaphylaxisPages,
      }),
      'hypoglycemia.docx': writeDocx({ title: 'Hypoglycemia', author, blocks: hypoglycemiaBlocks }),
    };
    for (const [name, content] of Object.entries(made))
      expect(Buffer.compare(readFileSync(join(samples, name)), content)).toBe(0);
  });

  it('answer the question for the pediatric dose of epinephrine in one chunk', async () => {
    const document = await extractor.extract(readFileSync(join(samples, 'pediatric-anaphylaxis.pdf')), 'pdf');
    const chunks = chunkDocument(cleanPages(document.pages), protocolPolicy, countCl100kTokens);
    const answer = chunks.find(({ text }) => text.includes('0.01 mg/kg IM'));
    expect(answer).toMatchObject({ contentType: 'medication', firstPage: 1, lastPage: 1 });
    expect(answer?.sectionPath).toContain('TREATMENT');
    expect(answer?.text).toContain('0.3 mg in a child');
    expect(inferProtocolNumber(document, 'pediatric-anaphylaxis.pdf')).toBe('9101-P');
  });

  it('all state that they are samples', async () => {
    const formats = { pdf: 'pdf', docx: 'docx', html: 'html', md: 'markdown', txt: 'text' } as const;
    for (const [ending, format] of Object.entries(formats)) {
      const file = readdirSync(samples).find((name) => name.endsWith(`.${ending}`)) ?? '';
      const { pages } = await extractor.extract(readFileSync(join(samples, file)), format);
      expect(pages[0]?.text).toContain('Sample document, not clinical advice');
    }
  });
});
