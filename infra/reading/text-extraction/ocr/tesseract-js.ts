import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import type { Worker } from 'tesseract.js';
import type { OcrEngine, OcrOutcome } from './ocr-engine.ts';
import { readTesseractTable } from './read-tesseract-table.ts';
import { toGraymap } from './to-graymap.ts';

/** Longest time for one page, in milliseconds. Together with the start it must be less than a worker may be silent. */
const defaultPageTimeout = 90_000;
/** Longest time to load the program and its language data, in milliseconds. */
const startTimeout = 20_000;
/** Pages after which the thread is replaced: WASM memory never shrinks. */
const pagesPerThread = 200;

type TesseractJsOptions = { readonly pageTimeout?: number };

const { resolve } = createRequire(import.meta.url);
const LANGUAGE_DATA = '@tesseract.js-data/eng/package.json';

/** True when the optional packages are installed. */
export const isTesseractJsInstalled = (): boolean => {
  try {
    resolve('tesseract.js');
    resolve(LANGUAGE_DATA);
    return true;
  } catch {
    return false;
  }
};

/** Returns the folder of the language data, found through its package and read from disk: nothing is downloaded. */
const languageFolder = (): string => join(dirname(resolve(LANGUAGE_DATA)), '4.0.0_best_int');

/** Resolves to the value of a promise, or to `undefined` when it fails or takes too long. */
const inTime = async <Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> => {
  const done = new AbortController();
  const late = wait(milliseconds, undefined, { signal: done.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise.catch(() => undefined), late]);
  } finally {
    done.abort();
  }
};

/**
 * Calls back when the thread of a worker fails. The library has no handler for it; without one, the process would
 * exit.
 */
const onDeath = (worker: Worker, listener: () => void): void => {
  const thread: unknown = 'worker' in worker ? worker.worker : undefined;
  if (thread instanceof Thread) thread.on('error', listener).on('exit', listener);
};

const startWorker = async (): Promise<Worker> => {
  // Loaded with the first picture: the package is optional.
  const { createWorker, OEM, PSM } = await import('tesseract.js');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    cacheMethod: 'none',
    // Without a handler the library throws where nothing can catch it; the rejected promise reports the same error.
    errorHandler: () => {},
  });
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    user_defined_dpi: '300',
    // Keeps its remarks about a page out of our output.
    debug_file: '/dev/null',
  });
  return worker;
};

/**
 * OCR by tesseract compiled to WASM, in a dedicated thread that starts with the first page. Pages are read one at a
 * time: callers wait for each other. When a page fails or takes too long, the thread is stopped, and the next page
 * starts another.
 */
export const createTesseractJs = ({
  pageTimeout = defaultPageTimeout,
}: TesseractJsOptions = {}): OcrEngine & AsyncDisposable => {
  let current: { readonly worker: Worker; readonly death: Promise<undefined>; pages: number } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    const stopped = current?.worker;
    current = undefined;
    await stopped?.terminate();
  };
  const ready = async () => {
    if (current !== undefined && current.pages >= pagesPerThread) await stop();
    if (current !== undefined) return current;
    const starting = startWorker();
    const worker = await inTime(starting, startTimeout);
    if (worker === undefined) {
      // A worker that starts too late is no longer needed.
      void starting.then((late) => late.terminate()).catch(() => {});
      return undefined;
    }
    const death = new Promise<undefined>((resolve) => onDeath(worker, () => resolve(undefined)));
    current = { worker, death, pages: 0 };
    return current;
  };
  const read = async (graymap: Buffer): Promise<OcrOutcome> => {
    const running = await ready();
    if (running === undefined) return 'failed';
    running.pages += 1;
    const recognition = running.worker.recognize(graymap, {}, { text: false, tsv: true });
    const result = await inTime(Promise.race([recognition, running.death]), pageTimeout);
    const table = result?.data.tsv;
    if (typeof table === 'string') return readTesseractTable(table) ?? 'nothing';
    await stop();
    return 'failed';
  };
  return {
    recognize: (image) => {
      const reading = turn.then(() => read(toGraymap(image))).catch((): OcrOutcome => 'failed');
      turn = reading;
      return reading;
    },
    [Symbol.asyncDispose]: async () => {
      await turn;
      await stop();
    },
  };
};
