import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import {
  type DocumentToDescribe,
  describeDocument,
} from '../../../../../domain/knowledge/describe-document.ts';
import { documentMetadataSchema } from '../../../../../domain/knowledge/document-metadata.ts';
import type { ExtractedPage } from '../../../../../domain/knowledge/extracted-page.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { createTextProcessor } from '../../../../../infra/reading/text-processing/create-text-processor.ts';
import { writePdf } from '../../../../../scripts/samples/write-pdf.ts';

/** A book of several pages of prose with a running head. */
const bookOf = (pageCount: number): readonly ExtractedPage[] =>
  Array.from({ length: pageCount }, (_, page) => ({
    page: page + 1,
    readBy: 'native',
    text: [
      'Textbook of emergencies',
      `${page % 7}.${page} Chapter on shock number ${page}`,
      ...Array.from(
        { length: 40 },
        (_, row) =>
          `Patient ${row * page} of page ${page} got 0.${row} mg/kg of epinephrine and 20mL/kg saline.`,
      ),
      `Page ${page + 1} of ${pageCount}`,
    ].join('\n'),
  }));

describe('the text processor', () => {
  /** For the tests that are not about its processes: each takes a second of processor time to start. */
  const processor = createTextProcessor();
  afterAll(() => processor.close());

  it.each(['textbook', 'protocol'] as const)(
    'returns the result of the domain, under the policy %s',
    async (policy) => {
      const pages = bookOf(5);
      const cleaned = await processor.clean(pages);
      expect(cleaned).toEqual(cleanPages(pages));
      const chunks = await processor.chunk(cleaned, policy);
      expect(chunks).toEqual(chunkDocument(cleaned, policies[policy], countCl100kTokens));
      expect(chunks.length).toBeGreaterThan(1);
    },
  );

  it('returns the result of the domain for a document', async () => {
    const document: DocumentToDescribe = {
      extracted: {
        pages: [{ page: 1, text: 'Stroke\nPolicy No. 12\nRevised: 2024-05-01', readBy: 'native' }],
      },
      metadata: documentMetadataSchema.parse({ sourceType: 'protocol' }),
      format: 'text',
      fileName: 'stroke.txt',
    };
    const described = await processor.describe(document);
    expect(described).toEqual(describeDocument(document));
    expect(described.found.effectiveDate).toBe('2024-05-01');
  });

  it('reads, cleans and chunks a book of 1,000 pages in bounded memory, and keeps the event loop free', async () => {
    const pages = bookOf(1000).map(({ text }) =>
      text.split('\n').map((line, row) => ({ text: line, x: 60, y: 760 - row * 16, size: 9 })),
    );
    const file = writePdf({ pages });
    await using extractor = createTextExtractor({ tesseract: 'none' });
    const before = process.memoryUsage().rss;
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    const document = await extractor.extract(file, 'pdf');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    const chunks = await processor.chunk(await processor.clean(document.pages), 'textbook');
    const took = performance.now() - began;
    delay.disable();
    clearInterval(watch);
    expect(chunks.length).toBeGreaterThan(1000);
    expect(delay.max / 1e6).toBeLessThan(took / 3);
    expect(document.pages).toHaveLength(1000);
    expect(chunks.at(-1)?.lastPage).toBe(1000);
    // The server itself needs 600 MB with its database in WASM; together they stay below a gigabyte.
    expect(highest - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('reserves a thread for small texts, however many large ones there are', async () => {
    await using processor = createTextProcessor();
    const stop = new AbortController();
    let finished = 0;
    const large = Array.from({ length: 3 }, () =>
      processor
        .clean(bookOf(600), stop.signal)
        .then(() => {
          finished += 1;
        })
        .catch(() => {}),
    );
    await processor.clean(bookOf(1));
    const before = finished;
    stop.abort();
    await Promise.all(large);
    expect(before).toBe(0);
  });

  it('stops on request, and continues with the next text', async () => {
    await using processor = createTextProcessor();
    const reason = new Error('no longer wanted');
    const abort = new AbortController();
    const running = processor.clean(bookOf(300), abort.signal);
    abort.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(processor.clean(bookOf(1))).resolves.toMatchObject({ pages: [{ page: 1 }] });
  });

  it('permanently refuses a text that needs more memory than its thread may have', async () => {
    await using processor = createTextProcessor({ heapMegabytes: 24 });
    await expect(processor.clean(bookOf(3000))).rejects.toMatchObject({
      reason: { code: 'rule_violated', details: { reason: 'needs_too_much_memory' } },
    });
  });

  it('is unavailable once closed', async () => {
    const processor = createTextProcessor();
    await processor.close();
    await expect(processor.clean(bookOf(1))).rejects.toMatchObject({ reason: { code: 'unavailable' } });
  });
});
