import { createPageImages } from '../../infra/reading/page-images/create-page-images.ts';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import type { PageSource } from '../../ports/page-images.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { protocolFiles } from './harness/protocol-files.ts';
import { percentile } from './harness/statistics.ts';

const WIDTH = 1200;
/** Limit of drawn pages per document. */
const MOST_PAGES = 5;

type Drawing = { readonly perSecond: number; readonly p95: number; readonly p95Cached: number };

/** Images of PDF pages, drawn one after another by the single drawing thread, without a database. */
export const pageImages: Benchmark = {
  name: 'page-images',
  run: async ({ quick }) => {
    const { files, origin } = await protocolFiles(quick ? 6 : 40);
    const sources = files.map(
      ({ name, bytes }): PageSource => ({ kind: 'pdf', id: name, read: async () => bytes }),
    );
    let drawn = 0;
    const draw = async (): Promise<Drawing> => {
      await using images = createPageImages();
      const counts = new Map<PageSource, number>();
      // Before the measurement, its thread has started and each file has been opened once.
      for (const source of sources) counts.set(source, (await images.locate(source, { page: 1 })).pages);
      const turns = sources.flatMap((source) =>
        Array.from({ length: Math.min(MOST_PAGES, counts.get(source) ?? 1) }, (_, index) => ({
          source,
          request: { page: index + 1, width: WIDTH },
        })),
      );
      drawn = turns.length;
      const drawAll = async (): Promise<readonly number[]> => {
        const times: number[] = [];
        for (const { source, request } of turns) {
          const started = performance.now();
          await images.draw(source, request);
          times.push(performance.now() - started);
        }
        return times;
      };
      const times = await drawAll();
      const cached = await drawAll();
      const total = times.reduce((sum, time) => sum + time, 0);
      return {
        perSecond: turns.length / (total / 1000),
        p95: percentile(times, 0.95),
        p95Cached: percentile(cached, 0.95),
      };
    };
    const read = async (): Promise<Drawing> => {
      await using extractor = createTextExtractor({ workers: 1, tesseract: 'none' });
      const times: number[] = [];
      let pages = 0;
      for (const { bytes } of files) {
        const started = performance.now();
        const document = await extractor.extract(bytes, 'pdf').catch(() => undefined);
        times.push(performance.now() - started);
        pages += document?.pages.length ?? 0;
      }
      const total = times.reduce((sum, time) => sum + time, 0);
      return { perSecond: pages / (total / 1000), p95: percentile(times, 0.95), p95Cached: 0 };
    };
    const { drawing, reading } = await interleave(quick ? 1 : 5, { drawing: draw, reading: read });
    const baseline = 'reading the text of the same files';
    return {
      figures: [
        compare({
          name: `pages drawn ${WIDTH} pixels wide by one thread`,
          unit: 'pages/s',
          measured: drawing.map(({ perSecond }) => perSecond),
          baseline,
          baselineMeasured: reading.map(({ perSecond }) => perSecond),
          aim: '20 pages/s',
        }),
        compare({
          name: 'the 95th percentile of a page',
          unit: 'ms',
          measured: drawing.map(({ p95 }) => p95),
          baseline: `${baseline}, a file`,
          baselineMeasured: reading.map(({ p95 }) => p95),
        }),
        compare({
          name: 'the 95th percentile of a page from the cache',
          unit: 'ms',
          measured: drawing.map(({ p95Cached }) => p95Cached),
          baseline: 'drawing it',
          baselineMeasured: drawing.map(({ p95 }) => p95),
          aim: 'below 10 ms',
        }),
      ],
      notes: [`${drawn} pages of ${origin}, the first ${MOST_PAGES} of each`],
    };
  },
};
