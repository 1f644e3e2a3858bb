import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { pricedAt } from '../../domain/indexing/embedding-cost.ts';
import { type IndexingJob, isWithheld } from '../../domain/indexing/indexing-job-decider.ts';
import {
  describeRefused,
  type WithholdingReason,
  withholdingReason,
} from '../../domain/indexing/withheld-embedding.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Chunk } from '../../domain/knowledge/chunk.ts';
import { encodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { PhiScreen } from '../../domain/privacy/phi-screen.ts';
import { embeddingTextOf } from '../../domain/retrieval/dense/embedding-text.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { embedderOf } from '../../ports/embedders.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { EmbeddingCostLedger } from './embedding-cost-ledger.ts';
import type { IndexingServices } from './indexing-services.ts';
import { rejectDissimilarVersion } from './reject-dissimilar-version.ts';
import { currentScreen } from './screen-for-phi.ts';
import { missingStage, type StageResult, type Stages } from './stage-result.ts';
import type { VersionToIndex } from './version-to-index.ts';

/**
 * Chunks between two records of progress: a crash repeats at most these, progress is visible, and another job gets its
 * turn.
 */
const CHUNKS_PER_CHECKPOINT = 256;

/** An embedder that may see the document, and the model in use if it may not. */
type ChosenEmbedder = {
  readonly embedder: Embedder;
  readonly withheldFrom?: { readonly model: string; readonly dimensions: number };
};

export type PublishedChunks = { readonly chunks: readonly Chunk[] };
export type ReadChunks = (blob: string) => Promise<PublishedChunks>;

export type EmbeddingWork = {
  readonly version: VersionToIndex;
  readonly services: IndexingServices;
  readonly costLedger: EmbeddingCostLedger;
  readonly delivery: Delivery;
  readonly readOnce: ReadChunks;
};

/** Embeds the next passages that have no vectors yet. */
const embed = async (
  { version, services: { blobs }, costLedger, delivery: { signal, confirm } }: EmbeddingWork,
  stages: Stages,
  readChunks: ReadChunks,
  { embedder, withheldFrom }: ChosenEmbedder,
): Promise<StageResult> => {
  const { chunk: chunked } = stages;
  if (!chunked) throw missingStage('chunk');
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
  // Only the owner of the work may ask for what costs money.
  if (model.leavesThePremises) await confirm();
  const part = encodeEmbeddings(await costLedger.embed(version.jobId, embedder, texts, { signal, phi }));
  const isLast = chunkCount === chunks.length;
  const subject = documentSubject(version.docKey);
  // Vectors are stored back to back, so the concatenated parts are the whole.
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

type EmbedPassages = (job: IndexingJob, readChunks: ReadChunks) => Promise<StageResult>;

/** Embeds passages or withholds them: a model outside the premises gets nothing unless the screen allows it. */
export const createPassageEmbedding = (work: EmbeddingWork): EmbedPassages => {
  const { version, services } = work;
  const { signal } = work.delivery;
  /** The embedder of the model in use, which may change while the job waits for its turn. */
  const embedderInUse = async (): Promise<Embedder> => {
    const { configured } = services.embedders;
    const inUse = await modelInUse(services, configured.model);
    // If the model in use is no longer configured, documents are still indexed and found by their words.
    return embedderOf(services.embedders, inUse) ?? configured;
  };
  /** A local embedder for a document that the model in use must not see. A separate index can hold its vectors. */
  const localInstead = (reason: WithholdingReason): Embedder => {
    const local = services.embedders.all.find(({ model }) => !model.leavesThePremises);
    if (local) return local;
    throw new Failure(
      failure('rule_violated', describeRefused(reason), { details: { reason: 'phi_stays_local' } }),
    );
  };
  let screen: PhiScreen | undefined;

  return async (job, readChunks) => {
    const { chunk: chunked, embed: begun } = job.stages;
    if (!chunked) throw missingStage('chunk');
    if (!begun) await rejectDissimilarVersion(version, chunked.blob, work.readOnce, services);
    const { containsPhi, sourceType } = version.metadata;
    const readScreened = async () => {
      const { chunks } = await readChunks(chunked.blob);
      return { title: chunked.title, sourceType, chunks };
    };
    const embedBy = (chosen: ChosenEmbedder): Promise<StageResult> =>
      embed(work, job.stages, readChunks, chosen);
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
};
