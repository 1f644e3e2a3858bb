import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { weakMemoize } from '../../../domain/kernel/weak-memoize.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { AnswerComposer, ComposedAnswer, ComposeRequest } from '../../../ports/answer-composer.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge-search.ts';
import { createWorkerPool, type WorkerPool } from '../../resilience/worker-pool/create-worker-pool.ts';
import type { ComposerJob, ComposerResult, DocumentId } from './composer-job.ts';
import { createInProcessComposer } from './in-process-composer.ts';
import { type Documents, wholeDocumentsOf } from './whole-documents-of.ts';

type ComposerServices = Pick<KnowledgeSearch, 'wholeDocument'> & {
  /** Reports destroyed keys: documents in the threads may have been decrypted with one. */
  readonly onDestroyed: KeyVault['onDestroyed'];
  /** Default: one less than the available cores, at most two. */
  readonly threads?: number;
  /** Time limit for one answer, in milliseconds. */
  readonly timeout?: number;
  /** Documents of at most this many characters in total are composed without a thread. */
  readonly inPassing?: number;
  /** Limit on the characters of the documents that each thread keeps. */
  readonly maxCharacters?: number;
};

type ClosableComposer = AnswerComposer & AsyncDisposable;

type Thread = {
  /** A pool of one worker, which restarts the thread after a crash. */
  readonly pool: WorkerPool<ComposerJob, ComposerResult>;
  /** Documents that the thread holds, as far as this side knows. */
  readonly documents: LRUCache<DocumentId, readonly Passage[]>;
  /** Documents that the thread still holds and should drop. */
  readonly outdated: Set<DocumentId>;
  jobs: number;
  isStarted: boolean;
};

const COMPONENT = 'answer-composer';
/** Few questions involve only long documents. */
const MAX_THREADS = 2;
/** The slowest first pass over a document of 2.6 MB took 3 seconds. */
const TIMEOUT_MS = 15_000;
/** 16,000 passages of 1,500 characters; with their outlines, about ten times as many bytes. */
const MAX_CHARACTERS = 24_000_000;
/** Allowance per passage for its properties and its place in the outline. */
const CHARACTERS_BESIDE_TEXT = 500;
/**
 * Limit for composing on the event loop. Once the documents are outlined, sending a question to a thread and
 * receiving its answer costs about as much as composing the answer. Outlining blocks the event loop for about
 * 0.2 ms per 1,000 characters, the first time.
 */
const IN_PASSING_CHARACTERS = 250_000;

const sizeOf = weakMemoize((passages: readonly Passage[]): number =>
  passages.reduce((sum, { text }) => sum + text.length + CHARACTERS_BESIDE_TEXT, 1),
);

const idOf = ({ docKey, version }: Passage): DocumentId => `${docKey}@${version}`;

const byChunkId = weakMemoize(
  (passages: readonly Passage[]): ReadonlyMap<string, Passage> =>
    new Map(passages.map((passage) => [passage.chunkId, passage])),
);

const problem = (code: FailureCode, message: string, cause?: unknown): Failure =>
  new Failure(failure(code, message, { component: COMPONENT }), { cause });

const notNow = (cause?: unknown): Failure =>
  problem('unavailable', 'The answer cannot be composed at the moment. Try again shortly.', cause);

/** The pool's own messages name files, so they are replaced. */
const inOwnWords = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error;
  if (error.reason.code === 'timeout')
    return problem('timeout', 'Composing the answer took too long and was given up.', error);
  return notNow(error);
};

const charactersOf = (documents: Documents): number =>
  documents.values().reduce((sum, passages) => sum + sizeOf(passages), 0);

/** The documents that a thread lacks for a job, and those that it may drop. */
const bring = (
  thread: Thread,
  documents: Documents,
): Pick<Extract<ComposerJob, { kind: 'compose' }>, 'add' | 'drop'> => {
  const add = [...documents].flatMap(([id, passages]) => {
    if (thread.documents.get(id) === passages) return [];
    thread.documents.set(id, passages);
    return [{ id, passages }];
  });
  const drop = [...thread.outdated].filter((id) => !documents.has(id));
  for (const id of drop) thread.outdated.delete(id);
  return { add, drop };
};

/**
 * Composes answers about long documents in threads that cache them, and other answers on the event loop.
 * Tracks which documents each thread holds, so that each is sent only once; a restarted thread reports them
 * missing.
 */
export const createAnswerComposer = (services: ComposerServices): ClosableComposer => {
  const { wholeDocument, timeout = TIMEOUT_MS, maxCharacters = MAX_CHARACTERS } = services;
  const atOnce = createInProcessComposer(services);
  const inPassing = services.inPassing ?? IN_PASSING_CHARACTERS;
  const count = services.threads ?? Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const threads = Array.from({ length: count }, (): Thread => {
    const outdated = new Set<DocumentId>();
    return {
      pool: createWorkerPool<ComposerJob, ComposerResult>(
        {
          file: new URL('./composer-thread.ts', import.meta.url),
          settings: undefined,
          component: COMPONENT,
        },
        {
          workers: 1,
          maxWaiting: 1000,
          stallTimeout: timeout,
          totalTimeout: timeout,
          retireAbove: Number.POSITIVE_INFINITY,
          heapMegabytes: 1024,
          // An idle thread is expensive to restart: its documents would have to be sent and outlined again.
          idleAfter: 30 * 60_000,
        },
      ),
      documents: new LRUCache<DocumentId, readonly Passage[]>({
        maxSize: maxCharacters,
        sizeCalculation: sizeOf,
        dispose: (_, id, reason) => {
          if (reason !== 'set') outdated.add(id);
        },
      }),
      outdated,
      jobs: 0,
      isStarted: false,
    };
  });

  const forget = (thread: Thread): void => {
    thread.documents.clear();
    thread.outdated.clear();
  };

  const stopListening = services.onDestroyed(() => {
    for (const thread of threads) {
      forget(thread);
      if (thread.isStarted) thread.pool.run({ kind: 'forget' }).catch(() => {});
    }
  });

  const leastBusy = (): Thread | undefined => {
    const [first, ...others] = threads;
    return first && others.reduce((best, thread) => (thread.jobs < best.jobs ? thread : best), first);
  };

  const runIn = async (
    thread: Thread,
    { results, ...request }: ComposeRequest,
    documents: Documents,
  ): Promise<ComposerResult> => {
    const send = (): Promise<ComposerResult> =>
      thread.pool.run({
        kind: 'compose',
        ...request,
        results: results.map(({ passage, score }) => {
          const document = idOf(passage);
          const isHeld = byChunkId(documents.get(document) ?? []).has(passage.chunkId);
          return { chunkId: passage.chunkId, document, score, ...(isHeld ? {} : { stray: passage }) };
        }),
        ...bring(thread, documents),
      });
    thread.isStarted = true;
    thread.jobs += 1;
    try {
      const first = await send();
      if (first.kind !== 'missing') return first;
      forget(thread);
      return await send();
    } catch (error) {
      throw inOwnWords(error);
    } finally {
      thread.jobs -= 1;
    }
  };

  const compose = async (request: ComposeRequest): Promise<ComposedAnswer> => {
    const documents = await wholeDocumentsOf(request.results, wholeDocument);
    const thread = leastBusy();
    if (!thread || charactersOf(documents) <= inPassing) return atOnce.compose(request);
    const result = await runIn(thread, request, documents);
    if (result.kind !== 'composed') throw notNow();
    const passageOf = (chunkId: string): Passage => {
      for (const passages of [...documents.values(), request.results.map(({ passage }) => passage)]) {
        const passage = byChunkId(passages).get(chunkId);
        if (passage) return passage;
      }
      throw notNow();
    };
    return {
      answer: result.answer,
      warnings: result.warnings,
      citations: result.citations.map(({ chunkId, parts, ...citation }) => ({
        ...citation,
        passage: passageOf(chunkId),
        parts: parts.map(({ chunkId: of, ...part }) => ({ ...part, passage: passageOf(of) })),
      })),
    };
  };

  return {
    compose,
    [Symbol.asyncDispose]: async () => {
      stopListening();
      await Promise.all(threads.map(({ pool }) => pool.close()));
    },
  };
};
