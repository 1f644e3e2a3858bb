import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { chunkDocument } from '../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy, textbookPolicy } from '../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../domain/knowledge/clean-pages.ts';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import type { ExtractedDocument } from '../../ports/text-extractor.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import type { BenchFile } from './harness/open-bench-application.ts';
import { protocolFiles } from './harness/protocol-files.ts';

const execute = promisify(execFile);
const MEGABYTE = 1_000_000;
/** The crudest chunker: pieces of the protocol policy's target length. */
const PIECE = 1200;

const perSecond = async (amount: number, work: () => unknown): Promise<number> => {
  const started = performance.now();
  await work();
  return amount / ((performance.now() - started) / 1000);
};

const extractAll = async (
  files: readonly BenchFile[],
  workers: number,
): Promise<readonly ExtractedDocument[]> => {
  // Without OCR, because only text extraction is compared.
  await using extractor = createTextExtractor({ workers, tesseract: 'none' });
  const limit = pLimit(workers);
  const documents = await Promise.all(
    files.map(({ bytes }) => limit(() => extractor.extract(bytes, 'pdf').catch(() => undefined))),
  );
  return documents.flatMap((document) => document ?? []);
};

const cutEvery = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );

/** The text pipeline alone: pages, cleaning, chunks and tokens, without a database. */
export const text: Benchmark = {
  name: 'text',
  run: async (context) => {
    const { files, origin } = await protocolFiles(context.quick ? 6 : 130);
    const rounds = context.quick ? 1 : 5;
    const paths = await Promise.all(
      files.map(async ({ bytes }, index) => {
        const path = join(context.folder, `${index}.pdf`);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const hasPdftotext = await execute('pdftotext', ['-v']).then(
      () => true,
      () => false,
    );
    const readWithPdftotext = async (atOnce: number): Promise<void> => {
      const limit = pLimit(atOnce);
      await Promise.all(
        paths.map((path) =>
          limit(() => execute('pdftotext', ['-layout', path, '-'], { maxBuffer: 2 ** 30 })),
        ),
      );
    };

    const documents = await extractAll(files, 1);
    const pages = documents.reduce((sum, document) => sum + document.pages.length, 0);
    const raw = documents.reduce(
      (sum, document) => sum + document.pages.reduce((s, page) => s + page.text.length, 0),
      0,
    );
    const cleaned = documents.map((document) => cleanPages(document.pages));
    const characters = cleaned.reduce((sum, document) => sum + document.text.length, 0);
    const tokens = cleaned.reduce((sum, document) => sum + countCl100kTokens(document.text), 0);

    const speeds = await interleave(rounds, {
      pdftotext1: async () => (hasPdftotext ? perSecond(pages, () => readWithPdftotext(1)) : 0),
      pdftotext2: async () => (hasPdftotext ? perSecond(pages, () => readWithPdftotext(2)) : 0),
      extract1: () => perSecond(pages, () => extractAll(files, 1)),
      extract2: () => perSecond(pages, () => extractAll(files, 2)),
      split: () =>
        perSecond(raw / MEGABYTE, () =>
          documents.map(({ pages: all }) => all.map((page) => page.text.split('\n'))),
        ),
      clean: () => perSecond(raw / MEGABYTE, () => documents.map((document) => cleanPages(document.pages))),
      cut: () =>
        perSecond(characters / MEGABYTE, () => cleaned.map((document) => cutEvery(document.text, PIECE))),
      protocol: () =>
        perSecond(characters / MEGABYTE, () =>
          cleaned.map((document) => chunkDocument(document, protocolPolicy, countCl100kTokens)),
        ),
      textbook: () =>
        perSecond(characters / MEGABYTE, () =>
          cleaned.map((document) => chunkDocument(document, textbookPolicy, countCl100kTokens)),
        ),
      words: () => perSecond(tokens, () => cleaned.map((document) => document.text.split(/\s+/).length)),
      tokens: () => perSecond(tokens, () => cleaned.map((document) => countCl100kTokens(document.text))),
    });

    const figures: Figure[] = [
      ...(hasPdftotext
        ? [
            compare({
              name: 'extraction, 1 thread',
              unit: 'pages/s',
              measured: speeds.extract1,
              baseline: 'pdftotext -layout, a process for each file',
              baselineMeasured: speeds.pdftotext1,
            }),
            compare({
              name: 'extraction, 2 threads',
              unit: 'pages/s',
              measured: speeds.extract2,
              baseline: 'pdftotext -layout, 2 processes at once',
              baselineMeasured: speeds.pdftotext2,
            }),
          ]
        : []),
      compare({
        name: 'extraction, 2 threads',
        unit: 'pages/s',
        measured: speeds.extract2,
        baseline: 'the same with 1 thread',
        baselineMeasured: speeds.extract1,
      }),
      compare({
        name: 'cleaning',
        unit: 'MB/s',
        measured: speeds.clean,
        baseline: 'splitting into lines',
        baselineMeasured: speeds.split,
      }),
      compare({
        name: 'chunking, protocol policy',
        unit: 'MB/s',
        measured: speeds.protocol,
        baseline: 'a cut every 1,200 characters',
        baselineMeasured: speeds.cut,
      }),
      compare({
        name: 'chunking, textbook policy',
        unit: 'MB/s',
        measured: speeds.textbook,
        baseline: 'a cut every 1,200 characters',
        baselineMeasured: speeds.cut,
      }),
      compare({
        name: 'counting tokens',
        unit: 'tokens/s',
        measured: speeds.tokens,
        baseline: 'splitting at white space',
        baselineMeasured: speeds.words,
      }),
    ];
    return {
      figures,
      notes: [
        `${origin}, ${pages} pages, ${tokens} tokens; no database takes part`,
        'extraction lays pages out (columns, tables, headings) and includes starting its threads; pictures are not read',
        ...(hasPdftotext ? [] : ['pdftotext is not installed']),
      ],
    };
  },
};
