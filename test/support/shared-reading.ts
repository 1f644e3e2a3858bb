import type { DocumentReading } from '../../app/application-options.ts';
import { createTextExtractor } from '../../infra/reading/text-extraction/text-extractor.ts';
import { createTextProcessor } from '../../infra/reading/text-processing/create-text-processor.ts';
import { refusalsOf } from '../../infra/resilience/worker-pool/pool-refusals.ts';

/** Milliseconds after which an idle process ends: long enough to still be there for the next server. */
const idleAfter = 60_000;

const start = () => ({
  extractor: createTextExtractor({ idleAfter }),
  textProcessor: createTextProcessor({ idleAfter }),
});

/** By what a process inherits when it starts, which some tests replace: its folder, and the places of programs. */
const started = new Map<string, ReturnType<typeof start>>();
const inThisPlace = (): ReturnType<typeof start> => {
  const place = JSON.stringify([process.cwd(), process.env.PATH]);
  const reading = started.get(place) ?? start();
  started.set(place, reading);
  return reading;
};

/**
 * Reads documents for one server of a test process in worker processes that its servers share, because each process takes
 * a second of processor time to start, and a server needs two for its first document. Servers in processes of their own
 * have their own.
 */
export const openSharedReading = (): DocumentReading => {
  const { extractor, textProcessor } = inThisPlace();
  const closing = new AbortController();
  const whileOpen = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
  return {
    extractor: {
      maxBytes: extractor.maxBytes,
      extract: (content, format, signal, pagesKey) =>
        extractor.extract(content, format, whileOpen(signal), pagesKey),
    },
    textProcessor: {
      clean: (pages, signal) => textProcessor.clean(pages, whileOpen(signal)),
      chunk: (document, policy, signal) => textProcessor.chunk(document, policy, whileOpen(signal)),
      describe: (document, signal) => textProcessor.describe(document, whileOpen(signal)),
    },
    close: async () => closing.abort(refusalsOf('text-extraction').closed()),
  };
};
