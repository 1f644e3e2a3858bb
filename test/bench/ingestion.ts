import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import pLimit from 'p-limit';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { type BenchFile, openBenchApplication } from './harness/open-bench-application.ts';
import { protocolFiles } from './harness/protocol-files.ts';

const execute = promisify(execFile);
/** Concurrent files, as many as the indexing worker accepts. */
const CONCURRENCY = 2;

const isInstalled = async (program: string): Promise<boolean> => {
  try {
    await execute(program, ['-v']);
    return true;
  } catch {
    return false;
  }
};

/** The text of every page as extracted by PDFium, in one thread: no columns, no tables, no headings. */
const readWithPdfium = async (files: readonly BenchFile[]): Promise<void> => {
  const library = await PDFiumLibrary.init();
  for (const { bytes } of files) {
    const document = await library.loadDocument(bytes);
    for (const page of document.pages()) page.getText();
    document.destroy();
  }
  library.destroy();
};

const readWithPdftotext = async (paths: readonly string[]): Promise<void> => {
  const limit = pLimit(CONCURRENCY);
  await Promise.all(
    paths.map((path) => limit(() => execute('pdftotext', [path, '-'], { maxBuffer: 1024 ** 3 }))),
  );
};

/** Extraction alone; returns the number of pages, and the number recognized by OCR. */
const extractAll = async (files: readonly BenchFile[]) => {
  await using extractor = createTextExtractor();
  const limit = pLimit(CONCURRENCY);
  const documents = await Promise.all(
    files.map(({ bytes }) => limit(() => extractor.extract(bytes, 'pdf').catch(() => undefined))),
  );
  const all = documents.flatMap((document) => document?.pages ?? []);
  return { pages: all.length, unusual: all.filter(({ readBy }) => readBy !== 'native').length };
};

/** PDF files from the command to being searchable, and extraction alone. */
export const ingestion: Benchmark = {
  name: 'ingestion',
  run: async (context) => {
    const { files, origin } = await protocolFiles(context.quick ? 4 : 60);
    const rounds = context.quick ? 1 : 3;
    const hasPdftotext = await isInstalled('pdftotext');
    const paths = await Promise.all(
      files.map(async ({ bytes }, index) => {
        const path = join(context.folder, `${index}.pdf`);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const { pages, unusual } = await extractAll(files);
    let failed = 0;

    const pagesPerSecond = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return pages / ((performance.now() - started) / 1000);
    };
    const endToEnd = async (): Promise<number> => {
      await using opened = await openBenchApplication(context);
      return await pagesPerSecond(async () => {
        failed = (await opened.ingest(files)).failed;
      });
    };
    const speeds = await interleave(rounds, {
      pdfium: () => pagesPerSecond(() => readWithPdfium(files)),
      pdftotext: async () => (hasPdftotext ? pagesPerSecond(() => readWithPdftotext(paths)) : 0),
      extraction: () => pagesPerSecond(() => extractAll(files)),
      endToEnd,
    });

    const baselines = [
      { baseline: "PDFium's plain text in one thread", baselineMeasured: speeds.pdfium },
      ...(hasPdftotext
        ? [
            {
              baseline: `pdftotext, a process for each file, ${CONCURRENCY} at once`,
              baselineMeasured: speeds.pdftotext,
            },
          ]
        : []),
    ];
    const figures: Figure[] = [
      ...baselines.map((baseline) =>
        compare({ name: 'end to end', unit: 'pages/s', measured: speeds.endToEnd, ...baseline }),
      ),
      ...baselines.map((baseline) =>
        compare({ name: 'extraction alone', unit: 'pages/s', measured: speeds.extraction, ...baseline }),
      ),
    ];
    return {
      figures,
      notes: [
        `${origin}, ${pages} pages; ${failed} files could not be indexed`,
        `${unusual} pages are pictures and need recognition, which takes most of the time where there are any and which the baselines leave out`,
        'end to end: from the first command until the last page can be found; extraction includes starting its thread',
        ...(hasPdftotext ? [] : ['pdftotext is not installed']),
      ],
    };
  },
};
