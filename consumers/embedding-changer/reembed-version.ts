import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { pricedAt } from '../../domain/indexing/embedding-cost.ts';
import type { indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import {
  type IndexingCommand,
  indexingJobDecider,
  isReembedded,
} from '../../domain/indexing/indexing-job-decider.ts';
import { withholdingReason } from '../../domain/indexing/withheld-embedding.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import type { DocumentMetadata } from '../../domain/knowledge/document-metadata.ts';
import { encodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { embeddingTextOf } from '../../domain/retrieval/dense/embedding-text.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { readPublishedChunks } from '../../ports/published-chunks.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { EmbeddingCostLedger } from '../indexing-worker/embedding-cost-ledger.ts';
import { currentScreen } from '../indexing-worker/screen-for-phi.ts';
import type { Delivery } from '../runner/delivery.ts';

/** Texts embedded in one call, so that a textbook does not hold all its texts and vectors in the service at once. */
const BATCH_SIZE = 256;

/** What the uploader declared about the version; it decides which models may see its text. */
const declaredFor = async (
  { eventStore }: CommandServices,
  docKey: string,
  version: number,
): Promise<Pick<DocumentMetadata, 'containsPhi' | 'sourceType'>> => {
  const { versions } = await readDocumentHistory(eventStore, docKey);
  return (
    versions.find((added) => added.version === version)?.metadata ?? { containsPhi: true, sourceType: 'note' }
  );
};

type Reembedding = {
  readonly indexed: EventOf<typeof indexingCompleted>['data'];
  readonly embedder: Embedder;
  readonly context: CommandContext;
  readonly services: CommandServices & { readonly metrics: Metrics };
  readonly costLedger: EmbeddingCostLedger;
  readonly delivery: Delivery;
};

/**
 * Embeds all chunks of an indexed version with another model and records where the vectors are. When the model must not
 * see the document, records that and returns `withheld`. Does nothing for a version that already has such vectors or was
 * replaced by a newer one.
 */
export const reembedVersion = async ({
  indexed,
  embedder,
  context,
  services,
  costLedger,
  delivery: { signal, confirm, progress },
}: Reembedding): Promise<'done' | 'withheld'> => {
  const { jobId, docKey, version, title } = indexed;
  const { model } = embedder;
  const streamId = streamIdOf('indexing', jobId);
  const subject = documentSubject(docKey);
  const { state } = await loadState(services, indexingJobDecider, streamId);
  if (state.status === 'SUPERSEDED' || isReembedded(state, model)) return 'done';
  const declared = await declaredFor(services, docKey, version);
  const phi = declared.containsPhi;
  const record = (command: IndexingCommand, step: string) =>
    executeDecider({
      decider: indexingJobDecider,
      streamId,
      commands: [command],
      context,
      services,
      subject,
      phi,
      label: `${step}/${model.name}/${model.dimensions}`,
    });
  const chunks = await readPublishedChunks(services.blobs, indexed.chunksBlob, subject);
  if (model.leavesThePremises) {
    const { sourceType } = declared;
    const phiScreen = await currentScreen(
      indexed.phiScreen,
      async () => ({ title, sourceType, chunks }),
      services,
      signal,
    );
    const reason = withholdingReason(phi, phiScreen);
    if (reason !== undefined) {
      const { name, dimensions } = model;
      await record(
        { type: 'RecordEmbeddingWithheld', model: name, dimensions, reason, phiScreen },
        'withhold',
      );
      return 'withheld';
    }
  }
  const textOf = (chunk: (typeof chunks)[number]): string =>
    embeddingTextOf({ ...chunk, title }, model.maxInputCharacters);
  const holdsPhi = withholdingReason(phi, indexed.phiScreen) !== undefined;
  const parts: Uint8Array[] = [];
  for (let from = 0; from < chunks.length; from += BATCH_SIZE) {
    signal.throwIfAborted();
    const texts = chunks.slice(from, from + BATCH_SIZE).map(textOf);
    // Only the owner of the work may ask for what costs money.
    if (model.leavesThePremises) await confirm();
    parts.push(encodeEmbeddings(await costLedger.embed(jobId, embedder, texts, { signal, phi: holdsPhi })));
    progress();
  }
  const { sha256 } = await services.blobs.putBytes(Buffer.concat(parts), subject);
  await record(
    {
      type: 'RecordChunksReembedded',
      blob: sha256,
      model: model.name,
      dimensions: model.dimensions,
      chunkCount: chunks.length,
      ...pricedAt(costLedger.settle(jobId)),
    },
    'reembed',
  );
  return 'done';
};
