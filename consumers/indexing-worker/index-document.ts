import type { CommandContext } from '../../commands/command-definition.ts';
import { executeDecider, type Loaded, loadState } from '../../commands/execute-decider.ts';
import { documentSubject } from '../../commands/ingest-document.ts';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import {
  type IndexingCommand,
  type IndexingJob,
  type IndexingJobState,
  indexingJobDecider,
  nextStage,
} from '../../domain/indexing/indexing-job-decider.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { policyFor } from '../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanedDocumentSchema } from '../../domain/knowledge/cleaned-document.ts';
import type { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { decodeEmbeddings, encodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { extractedDocumentSchema } from '../../domain/knowledge/extracted-document.ts';
import { inferProtocolNumber, inferTitle } from '../../domain/knowledge/infer-metadata.ts';
import { publishedChunksSchema } from '../../domain/knowledge/published-chunks.ts';
import { embeddingTextOf } from '../../domain/retrieval/embedding-text.ts';
import type { IndexingServices } from './indexing-services.ts';
import { getJson, putJson } from './json-blob.ts';
import { createPhiGuard } from './keep-phi-local.ts';

/** The version to index, as its event describes it. */
export type VersionToIndex = EventOf<typeof documentVersionAdded>['data'];

/** Chunks after which embedding leaves a resting place: a crash then repeats no more than these. */
const CHUNKS_PER_CHECKPOINT = 1024;

type Stages = IndexingJob['stages'];
type Result = Exclude<IndexingCommand, { type: 'RequestIndexing' }>;

const missing = (stage: IndexingStage): Failure =>
  new Failure(failure('internal_error', `The result of the stage "${stage}" is missing.`));

/** Reads the text out of the file. */
const extract = async (
  version: VersionToIndex,
  { blobs, extractor }: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  const document = await extractor.extract(await blobs.get(version.contentHash), version.format, signal);
  return {
    type: 'RecordTextExtracted',
    blob: await putJson(blobs, document),
    pages: document.pages.length,
    characters: document.pages.reduce((sum, { text }) => sum + text.length, 0),
    unusualPages: document.pages
      .filter(({ readBy }) => readBy !== 'native')
      .map(({ page, readBy, ocrConfidence }) => ({
        page,
        readBy,
        ...(ocrConfidence === undefined ? {} : { ocrConfidence }),
      })),
  };
};

/** Takes away what is not text of the document. */
const clean = async (
  stages: Stages,
  { blobs, textProcessor }: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  if (!stages.extract) throw missing('extract');
  const { pages } = await getJson(blobs, stages.extract.blob, extractedDocumentSchema);
  const cleaned = await textProcessor.clean(pages, signal);
  return { type: 'RecordTextCleaned', blob: await putJson(blobs, cleaned), characters: cleaned.text.length };
};

/** Cuts the text into passages and finds out how the document is called. */
const chunk = async (
  version: VersionToIndex,
  stages: Stages,
  { blobs, textProcessor }: IndexingServices,
  signal: AbortSignal,
): Promise<Result> => {
  if (!stages.extract || !stages.clean) throw missing('clean');
  const extracted = await getJson(blobs, stages.extract.blob, extractedDocumentSchema);
  const cleaned = await getJson(blobs, stages.clean.blob, cleanedDocumentSchema);
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
  const protocolNumber = version.metadata.protocolNumber ?? inferProtocolNumber(extracted, version.fileName);
  return {
    type: 'RecordChunksCreated',
    blob: await putJson(blobs, { chunks }),
    chunkCount: chunks.length,
    policy: policy.name,
    title: version.metadata.title ?? inferTitle(extracted, version.fileName),
    ...(protocolNumber === undefined ? {} : { protocolNumber }),
  };
};

/** Turns the next stretch of passages into vectors, after those that are there already. */
const embed = async (
  version: VersionToIndex,
  stages: Stages,
  { blobs, embedder }: IndexingServices,
  guard: ReturnType<typeof createPhiGuard>,
  signal: AbortSignal,
): Promise<Result> => {
  const { chunk: chunked } = stages;
  if (!chunked) throw missing('chunk');
  const { model } = embedder;
  const { chunks } = await getJson(blobs, chunked.blob, publishedChunksSchema);
  const textOf = (part: (typeof chunks)[number]): string =>
    embeddingTextOf({ ...part, title: chunked.title }, model.maxInputCharacters);
  await guard(chunks.values().map(textOf), signal);
  const { embed: before } = stages;
  const done =
    before?.model === model.name && before.dimensions === model.dimensions
      ? decodeEmbeddings(await blobs.get(before.blob), before.dimensions)
      : [];
  const texts = chunks.slice(done.length, done.length + CHUNKS_PER_CHECKPOINT).map(textOf);
  const added = await embedder.embedPassages(texts, { signal, phi: version.metadata.containsPhi });
  const vectors = [...done, ...added.vectors];
  const { sha256 } = await blobs.putBytes(encodeEmbeddings(vectors));
  return {
    type: 'RecordChunksEmbedded',
    blob: sha256,
    model: model.name,
    dimensions: model.dimensions,
    chunkCount: vectors.length,
    cost: added.costUsd,
  };
};

/**
 * Takes a job from wherever it stands to its end, stage by stage. Each stage's result is stored before it is
 * recorded, so a crash costs at most the stage under way. Resolves quietly when the job has been ended elsewhere;
 * rejects with the stage's failure.
 */
export const indexDocument = async (
  version: VersionToIndex,
  context: (step: string) => CommandContext,
  services: IndexingServices,
  signal: AbortSignal,
): Promise<void> => {
  const { jobId, docKey } = version;
  const streamId = streamIdOf('indexing', jobId);
  let seen: Loaded<IndexingJobState> = await loadState(services.eventStore, indexingJobDecider, streamId);
  const record = async (command: Result, step: string): Promise<IndexingJobState> => {
    const execution = await executeDecider({
      decider: indexingJobDecider,
      streamId,
      commands: [command],
      context: context(step),
      services,
      subject: documentSubject(docKey),
      phi: version.metadata.containsPhi,
      seen,
      label: step,
    });
    seen = execution;
    return execution.state;
  };

  const isOver = ({ status }: { readonly status: string }): boolean =>
    status === 'COMPLETED' || status === 'SUPERSEDED' || status === 'FAILED';

  const found = seen.state;
  if (found.status === 'NONE') throw missing('extract');
  if (isOver(found)) return;
  let job = found;
  const guard = createPhiGuard(services.embedder.model, version.metadata.containsPhi);
  const advance = async (command: Result, step: string): Promise<boolean> => {
    const state = await record(command, step);
    if (state.status === 'NONE' || isOver(state)) return false;
    job = state;
    return true;
  };

  if (!(await advance({ type: 'StartIndexing' }, `start/${job.retryCount}`))) return;
  for (;;) {
    signal.throwIfAborted();
    const stage = nextStage(job.stages);
    if (stage === 'publish') {
      await record({ type: 'CompleteIndexing' }, 'complete');
      return;
    }
    const started = performance.now();
    const result =
      stage === 'extract'
        ? await extract(version, services, signal)
        : stage === 'clean'
          ? await clean(job.stages, services, signal)
          : stage === 'chunk'
            ? await chunk(version, job.stages, services, signal)
            : await embed(version, job.stages, services, guard, signal);
    services.metrics.observe('anamnesis_indexing_stage_seconds', (performance.now() - started) / 1000, {
      stage,
    });
    const step = stage === 'embed' ? `embed/${job.stages.embed?.chunkCount ?? 0}` : stage;
    if (!(await advance(result, step))) return;
  }
};
