import { LRUCache } from 'lru-cache';
import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type {
  DrawnPage,
  LocatedPage,
  PageImages,
  PageRequest,
  PageSource,
} from '../../../ports/page-images.ts';
import { createWorkerPool } from '../../resilience/worker-pool/create-worker-pool.ts';
import type { PoolOptions } from '../../resilience/worker-pool/pool-options.ts';
import { DOCUMENT_NOT_OPEN, type PageJob } from './worker/page-image-messages.ts';

type PageImagesOptions = Partial<PoolOptions> & {
  /** Reports destroyed keys. Any cached picture may show content that was sealed with one, so all are dropped. */
  readonly onDestroyed?: KeyVault['onDestroyed'];
  /** Milliseconds that drawing a page may take. Whatever is not drawn by then is left out. */
  readonly drawingMs?: number;
};

/** Leaves enough of the ten seconds for the work that PDFium does between two checks for a pause. */
const DRAWING_MS = 3_000;

/** A page of a real document takes 20 to 80 ms; one that takes a hundred times as long is malicious. */
const defaultPoolOptions: PoolOptions = {
  workers: 1,
  maxWaiting: 64,
  stallTimeout: 10_000,
  // Ten seconds of CPU time take longer on a busy machine.
  totalTimeout: 60_000,
  retireAbove: 256 * 1024 * 1024,
  heapMegabytes: 256,
  // An idle worker exits, and the plaintext that it holds goes with it.
  idleAfter: 10_000,
};

/** A page 1,200 pixels wide needs 50 to 400 kilobytes. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
const MAX_CACHED = 5_000;
const KEPT_MS = 60 * 60 * 1000;
/** One rectangle on a page, with the overhead of the cache. */
const RECTANGLE_BYTES = 100;

/** Page images with a worker that must be closed. */
type ClosablePageImages = PageImages & AsyncDisposable;

const isNotOpen = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === DOCUMENT_NOT_OPEN;

const isDrawn = (page: LocatedPage | DrawnPage): page is DrawnPage => 'image' in page;

/**
 * Draws pages in a worker process, which starts with the first request, so a page that hangs or exhausts memory holds
 * up nothing else.
 *
 * Pictures are cached only in the memory of this process, bounded and for an hour. On disk they would be one more
 * copy of possible PHI to seal, count and erase, to save the 50 ms of drawing a page again.
 */
export const createPageImages = ({
  onDestroyed,
  drawingMs = DRAWING_MS,
  ...pool
}: PageImagesOptions = {}): ClosablePageImages => {
  const workers = createWorkerPool<PageJob, LocatedPage | DrawnPage>(
    {
      file: new URL('./worker/page-image-worker.ts', import.meta.url),
      settings: { drawingMs },
      isolation: 'process',
      component: 'page-images',
    },
    { ...defaultPoolOptions, ...pool },
  );
  const known = new LRUCache<string, LocatedPage | DrawnPage>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (page) =>
      (page.rectangles.length + 1) * RECTANGLE_BYTES + (isDrawn(page) ? page.image.byteLength : 0),
  });
  /** Counts destroyed keys: a result whose job began before the last one is not cached. */
  let erasures = 0;
  const stopListening = onDestroyed?.(() => {
    erasures += 1;
    known.clear();
  });

  const look = async (
    source: PageSource,
    { page, sheet, passages }: PageRequest,
    width: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<LocatedPage | DrawnPage> => {
    const key = JSON.stringify([source.id, page, sheet ?? null, width ?? null, passages ?? null]);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const begunAt = erasures;
    const job = { id: source.id, request: { page, ...omitUndefined({ sheet, passages }) }, width };
    const result = await workers.run({ ...job, content: undefined }, signal).catch(async (error: unknown) => {
      if (!isNotOpen(error)) throw error;
      return workers.run({ ...job, content: await source.read() }, signal);
    });
    if (begunAt === erasures) known.set(key, result);
    return result;
  };

  return {
    draw: async (source, { width, ...request }, signal) => {
      const drawn = await look(source, request, width, signal);
      if (isDrawn(drawn)) return drawn;
      throw new Error('The worker returned no picture for a page to draw.');
    },
    locate: (source, request, signal) => look(source, request, undefined, signal),
    [Symbol.asyncDispose]: async () => {
      stopListening?.();
      await workers.close();
    },
  };
};
