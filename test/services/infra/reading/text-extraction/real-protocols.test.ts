import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy, textbookPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { inferProtocolNumber, inferTitle } from '../../../../../domain/knowledge/infer-metadata.ts';
import { findTesseract } from '../../../../../infra/reading/text-extraction/ocr/tesseract.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import type { ExtractedDocument } from '../../../../../ports/text-extractor.ts';
import { characterErrorRate } from '../../../../support/character-error-rate.ts';
import { laCounty as corpus, hasLaCounty } from '../../../../support/la-county.ts';

const installed = await findTesseract();
if (installed === undefined)
  process.stderr.write('Skipping the tests of the tesseract program: it is not on PATH.\n');
const engines = ['built-in', ...(installed === undefined ? [] : [installed])];

describe.skipIf(!hasLaCounty).each(engines)('the OCR engine %s on real protocols', (tesseract) => {
  it('reads the scanned protocol like its transcription', { timeout: 300_000 }, async () => {
    await using extractor = createTextExtractor({ tesseract });
    const scan = readFileSync(join(corpus, 'Ref510-PediatricDestination.pdf'));
    const { pages } = await extractor.extract(scan, 'pdf');
    expect(pages.map(({ readBy }) => readBy)).toEqual(['ocr', 'ocr', 'ocr', 'ocr']);
    const transcription = readFileSync(join(corpus, 'Ref510-PediatricDestination-ocr.txt'), 'utf8');
    // The fourth page is blank; its transcription is dirt read as letters.
    const printed = transcription.slice(0, transcription.search(/3.OF 3\n/) + 7);
    const read = pages.map(({ text }) => text).join('\n');
    // Measured: 2.2 % with either engine, nearly all of it illegible signatures.
    expect(characterErrorRate(read, printed)).toBeLessThan(0.04);
    expect(pages[3]?.text).toBe('');
  });

  it('reads forms and flow charts of which only the headings are text', { timeout: 300_000 }, async () => {
    await using extractor = createTextExtractor({ tesseract });
    for (const [file, words] of [
      ['815.1-DNR-Form.pdf', /resuscitat/i],
      ['815.2-POLST-Form.pdf', /life-sustaining/i],
      ['836.1-CDFlowchart.pdf', /blood\*\*\s+is tested/i],
    ] as const) {
      const { pages } = await extractor.extract(readFileSync(join(corpus, file)), 'pdf');
      expect(pages[0]?.readBy).toBe('ocr');
      expect(pages.map(({ text }) => text).join('\n')).toMatch(words);
    }
  });
});

describe.skipIf(!hasLaCounty)('the real protocols', () => {
  const extractor = createTextExtractor({ tesseract: 'none' });
  afterAll(() => extractor.close());

  /** Cached extractions: several tests use the same documents, and reading all of them takes ten seconds. */
  const extracted = new Map<string, Promise<ExtractedDocument>>();
  const extract = (file: string): Promise<ExtractedDocument> => {
    const known = extracted.get(file) ?? extractor.extract(readFileSync(join(corpus, file)), 'pdf');
    extracted.set(file, known);
    return known;
  };

  it('are all read, cleaned and chunked within limits, except the scan', async () => {
    const files = readdirSync(corpus).filter((name) => name.endsWith('.pdf'));
    const refused: string[] = [];
    let pageCount = 0;
    for (const file of files) {
      const document = await extract(file).catch(() => undefined);
      if (document === undefined) {
        refused.push(file);
        continue;
      }
      pageCount += document.pages.length;
      expect(document.pages.every(({ readBy }) => readBy === 'native')).toBe(true);
      const cleaned = cleanPages(document.pages);
      for (const chunk of chunkDocument(cleaned, protocolPolicy, countCl100kTokens))
        expect(chunk.text.length).toBeLessThanOrEqual(protocolPolicy.maximum);
      for (const chunk of chunkDocument(cleaned, textbookPolicy, countCl100kTokens))
        expect(chunk.tokens).toBeLessThanOrEqual(textbookPolicy.maximum);
    }
    expect(files).toHaveLength(137);
    expect(refused).toEqual(['Ref510-PediatricDestination.pdf']);
    expect(pageCount).toBe(420);
  });

  it.each([
    ['1219-P-Allergy.pdf', 2, 'Epinephrine (1mg/mL) 0.01mg/kg IM', '1219-P', 'Allergy'],
    [
      '814-DeterminationOfDeath.pdf',
      7,
      'Decapitation',
      '814',
      'Determination / Pronouncement of Death in the Field',
    ],
    ['1210-CardiacArrest.pdf', 5, 'Amiodarone 300mg (6mL) IV/IO', '1210', 'Cardiac Arrest'],
  ])('%s has its pages, words, number and title', async (file, pageCount, phrase, number, title) => {
    const document = await extract(file);
    expect(document.pages).toHaveLength(pageCount);
    expect(document.pages.map(({ text }) => text).join('\n')).toContain(phrase);
    expect(inferProtocolNumber(document, file)).toBe(number);
    expect(inferTitle(document, file)).toBe(title);
  });

  /** Short phrases with which each labelled page answers a question; compared as the corpus specifies. */
  const flat = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

  it('contain nearly every answer phrase of the labelled questions on the labelled pages', async () => {
    type Label = { readonly file: string; readonly grade: number; readonly pages?: readonly number[] };
    type Query = { readonly category: string; readonly answer?: string; readonly relevant: readonly Label[] };
    const queries: readonly Query[] = readFileSync(join(corpus, 'queries.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
    let asked = 0;
    let found = 0;
    for (const { category, answer, relevant } of queries) {
      if (category === 'ocr' || answer === undefined) continue;
      asked += 1;
      for (const { file } of relevant.filter(({ grade }) => grade === 2)) {
        const { pages } = await extract(file);
        if (pages.some(({ text }) => flat(text).includes(flat(answer)))) {
          found += 1;
          break;
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
    expect(found / asked).toBeGreaterThan(0.95);
  });

  it('have exactly these flow charts, and no table among them', async () => {
    const charts: string[] = [];
    for (const name of readdirSync(corpus).filter((file) => file.endsWith('.pdf'))) {
      // A scan, which has no text without OCR.
      if (name === 'Ref510-PediatricDestination.pdf') continue;
      const { figures = [], pages } = await extract(name);
      for (const { kind, page } of figures) {
        if (kind !== 'flow_chart') continue;
        charts.push(`${name} ${page}`);
        expect(pages[page - 1]?.text, name).not.toMatch(/^\|/m);
      }
    }
    expect(charts).toEqual([
      '807.1-HazmatFlowchart.pdf 1',
      '815.3-EndOfLifeGuide.pdf 1',
      '822.1-ChildAbuseReportingGuide.pdf 2',
      '834.1-AMA-QuickReference.pdf 1',
      '836.1-CDFlowchart.pdf 1',
    ]);
  });
});
