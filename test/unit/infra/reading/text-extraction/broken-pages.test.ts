import { describe, expect, it } from 'vitest';
import { defaultExtractionLimits } from '../../../../../infra/reading/text-extraction/extraction-limits.ts';
import type { OcrOutcome } from '../../../../../infra/reading/text-extraction/ocr/ocr-engine.ts';
import { loadPdfium } from '../../../../../infra/reading/text-extraction/pdf/pdfium.ts';
import { readPdf } from '../../../../../infra/reading/text-extraction/pdf/read-pdf.ts';
import { writePdf } from '../../../../../scripts/samples/write-pdf.ts';

const file = writePdf({
  pages: ['Give aspirin.', 'Call the base.'].map((text) => [{ text, x: 60, y: 700, size: 11 }]),
});

/** The result for the file when the text of its first page cannot be loaded. */
const readBroken = async (outcome: OcrOutcome | undefined) => {
  const pdfium = await loadPdfium();
  let loads = 0;
  const seen: number[] = [];
  const call = {
    ...pdfium.call,
    FPDFText_LoadPage: (...values: readonly number[]): number => {
      loads += 1;
      return loads === 1 ? 0 : pdfium.call.FPDFText_LoadPage(...values);
    },
  };
  const { pages } = await readPdf(file, {
    pdfium: { ...pdfium, call },
    limits: defaultExtractionLimits,
    onPage: () => {},
    onFigures: () => {},
    skipFigures: false,
    skipPages: new Set(),
    ...(outcome === undefined
      ? {}
      : {
          ocr: {
            recognize: async ({ width, height }) => {
              seen.push(width * height);
              return seen.length === 1 ? outcome : 'nothing';
            },
          },
        }),
  });
  return { pages, seen };
};

describe('a page whose own text cannot be loaded', () => {
  it('is read by OCR', async () => {
    const { pages, seen } = await readBroken({ text: 'Give aspirin.', confidence: 0.93 });
    expect(pages[0]).toEqual({ page: 1, text: 'Give aspirin.', readBy: 'ocr', ocrConfidence: 0.93 });
    expect(pages[1]).toMatchObject({ page: 2, text: 'Call the base.', readBy: 'native' });
    expect(seen[0]).toBeGreaterThan(0);
  });

  it.each<[string, OcrOutcome | undefined]>([
    ['OCR returns implausible text', { text: 'Gjve ssp|r1n', confidence: 0.2 }],
    ['OCR finds nothing', 'nothing'],
    ['OCR fails', 'failed'],
    ['there is no OCR engine', undefined],
  ])('fails alone when %s', async (_, outcome) => {
    const { pages } = await readBroken(outcome);
    expect(pages.map(({ readBy }) => readBy)).toEqual(['failed', 'native']);
  });
});
