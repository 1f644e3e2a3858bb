import type { z } from 'zod';
import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider, type Loaded, loadState } from '../../commands/runtime/execute-decider.ts';
import { pricedAt } from '../../domain/indexing/embedding-cost.ts';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import {
  type IndexingCommand,
  type IndexingJob,
  type IndexingJobState,
  indexingJobDecider,
  isWithheld,
  nextStage,
} from '../../domain/indexing/indexing-job-decider.ts';
import {
  describeRefused,
  type WithholdingReason,
  withholdingReason,
} from '../../domain/indexing/withheld-embedding.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Chunk } from '../../domain/knowledge/chunk.ts';
import { policyFor } from '../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanedDocumentSchema } from '../../domain/knowledge/cleaned-document.ts';
import { encodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { extractedDocumentSchema } from '../../domain/knowledge/extracted-document.ts';
import type { Figure } from '../../domain/knowledge/figure.ts';
import { figuresOfChunk } from '../../domain/knowledge/figures-of-chunk.ts';
import { publishedChunksSchema } from '../../domain/knowledge/published-chunks.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { PhiScreen } from '../../domain/privacy/phi-screen.ts';
import { embeddingTextOf } from '../../domain/retrieval/dense/embedding-text.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { embedderOf } from '../../ports/embedders.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { ExtractedFigure } from '../../ports/text-extractor.ts';
import { beginTimeSlice } from '../../ports/time-slice.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { EmbeddingCostLedger } from './embedding-cost-ledger.ts';
import type { ScheduledJob } from './fair-scheduler.ts';
import type { IndexingServices } from './indexing-services.ts';
import { getJson, storeJson } from './json-blob.ts';
import { rejectDissimilarVersion } from './reject-dissimilar-version.ts';
import { currentScreen, screenForPhi } from './screen-for-phi.ts';
import type { VersionToIndex } from './version-to-index.ts';

/**
 * Chunks after which embedding records how far it is: a crash repeats no more than these, progress is seen to move, and
 * another job may have its turn.
 */
const CHUNKS_PER_CHECKPOINT = 256;

type Stages = IndexingJob['stages'];
type Result = Exclude<IndexingCommand, { type: 'RequestIndexing' }>;

const missing = (stage: IndexingStage): Failure =>
  new Failure(failure('internal_error', `The result of the stage "${stage}" is missing.`));

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

const fileTooLarge = ({ size }: VersionToIndex, limit: number): Failure =>
  new Failure(
    failure(
      'rule_violated',
      `The file of ${megabytes(size)} MB is larger than the ${megabytes(limit)} MB that are read of its format. Split it and upload the parts.`,
      { component: 'text-extraction', details: { reason: 'file_too_large', limit } },
    ),
  );

/** Puts the pictures of figures away; one after the other, as they are large and may be many. */
const keepPictures = async (
  figures: readonly ExtractedFigure[],
  blobs: SealedBlobs,
  subject: string,
): Promise<readonly Figure[]> => {
  const kept: Figure[] = [];
  for (const { image, ...figure } of figures)
    kept.push({ ...figure, blob: (await blobs.putBytes(image, subject)).sha256 });
  return kept;
};

/** Reads the text out of the file, and the pictures of its figures. */
const extract = async (
  version: VersionToIndex,
  { blobs, extractor, reader }: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  const limit = extractor.maxBytes(version.format);
  if (version.size > limit) throw fileTooLarge(version, limit);
  const subject = documentSubject(version.docKey);
  const content = await blobs.get(version.contentHash, subject);
  const pagesKey = await blobs.keyFor(subject, 'pages');
  const { figures: drawn = [], ...document } = await extractor.extract(
    content,
    version.format,
    signal,
    pagesKey,
  );
  const figures = await keepPictures(drawn, blobs, subject);
  return {
    type: 'RecordTextExtracted',
    reader,
    blob: await storeJson(blobs, figures.length === 0 ? document : { ...document, figures }, subject),
    pages: document.pages.length,
    characters: document.pages.reduce((sum, { text }) => sum + text.length, 0),
    unusualPages: document.pages
      .filter(({ readBy }) => readBy !== 'native')
      .map(({ page, readBy, ocrConfidence }) => ({
        page,
        readBy,
        ...omitUndefined({ ocrConfidence }),
      })),
    ...(figures.length === 0 ? {} : { figures: figures.map(({ blob }) => ({ blob })) }),
  };
};

/** Takes away what is not text of the document. */
const clean = async (
  version: VersionToIndex,
  stages: Stages,
  { blobs, textProcessor }: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  if (!stages.extract) throw missing('extract');
  const subject = documentSubject(version.docKey);
  const { pages } = await getJson(blobs, stages.extract.blob, subject, extractedDocumentSchema);
  const cleaned = await textProcessor.clean(pages, signal);
  return {
    type: 'RecordTextCleaned',
    blob: await storeJson(blobs, cleaned, subject),
    characters: cleaned.text.length,
  };
};

/** Tells passages their figures. A book with hundreds of pictures takes seconds: others get the event loop in between. */
const withFigures = async (
  chunks: readonly Chunk[],
  figures: readonly Figure[],
  signal: AbortSignal,
): Promise<readonly Chunk[]> => {
  if (figures.length === 0) return chunks;
  const annotated: Chunk[] = [];
  const addFigures = figuresOfChunk(figures);
  const slice = beginTimeSlice();
  for (const one of chunks) {
    if (slice.isOver()) {
      await slice.yield();
      signal.throwIfAborted();
    }
    annotated.push(addFigures(one));
  }
  return annotated;
};

/** Cuts the text into passages and finds out how the document is called and what it tells about itself. */
const chunk = async (
  version: VersionToIndex,
  stages: Stages,
  services: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  const { blobs, textProcessor } = services;
  if (!stages.extract || !stages.clean) throw missing('clean');
  const subject = documentSubject(version.docKey);
  const extracted = await getJson(blobs, stages.extract.blob, subject, extractedDocumentSchema);
  const cleaned = await getJson(blobs, stages.clean.blob, subject, cleanedDocumentSchema);
  const policy = policyFor(version.metadata.sourceType);
  const chunks = await textProcessor.chunk(cleaned, policy.name, signal);
  if (chunks.length === 0) {
    throw new Failure(
      failure(
        'rule_violated',
        'No text was left to index after headers, footers and references were removed.',
        {
          details: { reason: 'no_text' },
        },
      ),
    );
  }
  const { metadata, format, fileName } = version;
  const described = await textProcessor.describe({ extracted, metadata, format, fileName }, signal);
  const { title } = described;
  const { sourceType } = metadata;
  return {
    type: 'RecordChunksCreated',
    reader: services.reader,
    blob: await storeJson(
      blobs,
      { chunks: await withFigures(chunks, extracted.figures ?? [], signal) },
      subject,
    ),
    chunkCount: chunks.length,
    policy: policy.name,
    ...described,
    phiScreen: await screenForPhi({ title, sourceType, chunks }, services, signal),
  };
};

/** An embedder that may be given the document, and the model in use where that may not. */
type ChosenEmbedder = {
  readonly embedder: Embedder;
  readonly withheldFrom?: { readonly model: string; readonly dimensions: number };
};

type PublishedChunks = z.output<typeof publishedChunksSchema>;

/** Turns the next stretch of passages into vectors, after those that are there already. */
const embed = async (
  version: VersionToIndex,
  stages: Stages,
  readChunks: (blob: string) => Promise<PublishedChunks>,
  { blobs }: IndexingServices,
  { embedder, withheldFrom }: ChosenEmbedder,
  costLedger: EmbeddingCostLedger,
  { signal, confirm }: Delivery,
): Promise<Result> => {
  const { chunk: chunked } = stages;
  if (!chunked) throw missing('chunk');
  const { model } = embedder;
  const { chunks } = await readChunks(chunked.blob);
  const textOf = (part: (typeof chunks)[number]): string =>
    embeddingTextOf({ ...part, title: chunked.title }, model.maxInputCharacters);
  const { embed: last } = stages;
  const before = last?.model === model.name && last.dimensions === model.dimensions ? last : undefined;
  const from = before?.chunkCount ?? 0;
  const chunkCount = Math.min(from + CHUNKS_PER_CHECKPOINT, chunks.length);
  const texts = chunks.slice(from, chunkCount).map(textOf);
  const phi = withholdingReason(version.metadata.containsPhi, chunked.phiScreen) !== undefined;
  // What costs money is asked for by the owner of the work alone.
  if (model.leavesThePremises) await confirm();
  const part = encodeEmbeddings(await costLedger.embed(version.jobId, embedder, texts, { signal, phi }));
  const isLast = chunkCount === chunks.length;
  const subject = documentSubject(version.docKey);
  // Vectors follow one another in a blob, so parts become the whole by being put together.
  const bytes = isLast
    ? Buffer.concat([
        ...(await Promise.all((before?.parts ?? []).map((blob) => blobs.get(blob, subject)))),
        part,
      ])
    : part;
  const { sha256 } = await blobs.putBytes(bytes, subject);
  return {
    type: 'RecordChunksEmbedded',
    blob: sha256,
    model: model.name,
    dimensions: model.dimensions,
    ...(isLast || from === 0 ? {} : { firstChunk: from }),
    chunkCount,
    ...omitUndefined({ withheldFrom }),
    ...pricedAt(costLedger.settle(version.jobId)),
  };
};

/** Tells the steps of a job apart. */
const labelOf = (result: Result, stage: IndexingStage): string => {
  if (result.type === 'RecordChunksEmbedded') return `embed/${result.model}/${result.chunkCount}`;
  if (result.type === 'RecordEmbeddingWithheld') return `withhold/${result.model}/${result.dimensions}`;
  return stage;
};

const isOver = ({ status }: { readonly status: string }): boolean =>
  status === 'COMPLETED' || status === 'SUPERSEDED' || status === 'FAILED';

/**
 * Takes a job from wherever it stands to its end, step by step, in slices of its turn. Each step's result is stored
 * before it is recorded, so a crash costs at most the step under way. Resolves quietly when the job has been ended
 * elsewhere; rejects with the failure of a stage, or with the signal's reason.
 */
export const indexDocument = async (
  version: VersionToIndex,
  context: (step: string) => CommandContext,
  services: IndexingServices,
  costLedger: EmbeddingCostLedger,
  scheduled: ScheduledJob,
  delivery: Delivery,
): Promise<void> => {
  const { signal, progress, rest } = delivery;
  const { jobId, docKey } = version;
  const streamId = streamIdOf('indexing', jobId);
  /** The embedder of the model in use, which may change while the job waits for its turn. */
  const embedderInUse = async (): Promise<Embedder> => {
    const { configured } = services.embedders;
    const inUse = await modelInUse(services, configured.model);
    // Where the model in use is not configured any more, documents are indexed all the same and found by their words.
    return embedderOf(services.embedders, inUse) ?? configured;
  };
  /** Where the model in use must not be given the document: a local one, whose vectors an index of its own can hold. */
  const localInstead = (reason: WithholdingReason): Embedder => {
    const local = services.embedders.all.find(({ model }) => !model.leavesThePremises);
    if (local) return local;
    throw new Failure(
      failure('rule_violated', describeRefused(reason), { details: { reason: 'phi_stays_local' } }),
    );
  };
  let screen: PhiScreen | undefined;
  let seen: Loaded<IndexingJobState> | undefined;

  /** Answers the job as it is now, or nothing when it is over. */
  const advance = async (command: Result, step: string): Promise<IndexingJob | undefined> => {
    seen = await executeDecider({
      decider: indexingJobDecider,
      streamId,
      commands: [command],
      context: context(step),
      services,
      subject: documentSubject(docKey),
      phi: version.metadata.containsPhi,
      ...(seen ? { seen } : {}),
      label: step,
      // A job that was stopped starts again under the same event, and may be embedded with another model in between.
      recurs: true,
    });
    return seen.state.status === 'NONE' || isOver(seen.state) ? undefined : seen.state;
  };

  const begin = async (): Promise<IndexingJob | undefined> => {
    seen = await loadState(services, indexingJobDecider, streamId);
    const { state } = seen;
    if (state.status === 'NONE') throw missing('extract');
    return isOver(state) ? undefined : advance({ type: 'StartIndexing' }, `start/${state.retryCount}`);
  };

  const readOnce = (blob: string): Promise<PublishedChunks> =>
    getJson(services.blobs, blob, documentSubject(docKey), publishedChunksSchema);

  /** Nothing is given to a model that leaves the premises before the screen allows it. */
  const embedOrWithhold = async (
    job: IndexingJob,
    readChunks: (blob: string) => Promise<PublishedChunks>,
  ): Promise<Result> => {
    const { chunk: chunked, embed: begun } = job.stages;
    if (!chunked) throw missing('chunk');
    if (!begun) await rejectDissimilarVersion(version, chunked.blob, readOnce, services);
    const { containsPhi, sourceType } = version.metadata;
    const readScreened = async () => {
      const { chunks } = await readChunks(chunked.blob);
      return { title: chunked.title, sourceType, chunks };
    };
    const embedBy = (chosen: ChosenEmbedder): Promise<Result> =>
      embed(version, job.stages, readChunks, services, chosen, costLedger, delivery);
    const embedder = await embedderInUse();
    const { name: model, dimensions, leavesThePremises } = embedder.model;
    if (!leavesThePremises) return embedBy({ embedder });
    screen ??= await currentScreen(chunked.phiScreen, readScreened, services, signal);
    const reason = withholdingReason(containsPhi, screen);
    if (reason === undefined) return embedBy({ embedder });
    const local = localInstead(reason);
    return isWithheld(job, embedder.model)
      ? embedBy({ embedder: local, withheldFrom: { model, dimensions } })
      : { type: 'RecordEmbeddingWithheld', model, dimensions, reason, phiScreen: screen };
  };

  const takeStep = async (
    job: IndexingJob,
    readChunks: (blob: string) => Promise<PublishedChunks>,
  ): Promise<IndexingJob | undefined> => {
    const { stages } = job;
    const stage = nextStage(stages);
    if (stage === 'publish') return advance({ type: 'CompleteIndexing' }, 'complete');
    const started = performance.now();
    const result =
      stage === 'extract'
        ? await extract(version, services, signal)
        : stage === 'clean'
          ? await clean(version, stages, services, signal)
          : stage === 'chunk'
            ? await chunk(version, stages, services, signal)
            : await embedOrWithhold(job, readChunks);
    services.metrics.observe('anamnesis_indexing_stage_seconds', (performance.now() - started) / 1000, {
      stage,
    });
    return advance(result, labelOf(result, stage));
  };

  /** Works until the job is over or another one should go first. The chunks are in memory during a slice only. */
  const slice = async (before: IndexingJob | undefined): Promise<IndexingJob | undefined> => {
    let chunks: Promise<PublishedChunks> | undefined;
    const readChunks = (blob: string): Promise<PublishedChunks> => {
      chunks ??= readOnce(blob);
      return chunks;
    };
    progress();
    let job = before ?? (await begin());
    while (job) {
      signal.throwIfAborted();
      job = await takeStep(job, readChunks);
      progress();
      if (scheduled.shouldYield()) return job;
    }
    return undefined;
  };

  /** Waiting for a turn among many jobs may take hours and does not count against the deadline. */
  const nextSlice = (before: IndexingJob | undefined): Promise<IndexingJob | undefined> => {
    rest();
    return scheduled.run(() => slice(before), signal);
  };
  let job = await nextSlice(undefined);
  while (job) job = await nextSlice(job);
};
