import { indexingCompleted } from '../../../domain/indexing/indexing-events.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { encodeEmbeddings } from '../../../domain/knowledge/embedding-blob.ts';
import { publishedChunksSchema } from '../../../domain/knowledge/published-chunks.ts';
import { documentSubject } from '../../../domain/privacy/data-subject.ts';
import { embeddingTextOf } from '../../../domain/retrieval/dense/embedding-text.ts';
import { type Embedder, MAX_PASSAGES } from '../../../ports/embedder.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { SealedBlobs } from '../../../ports/sealed-blobs.ts';
import { metadata } from '../../support/events.ts';
import type { GeneratedDocument } from './generated-passages.ts';

const encoder = new TextEncoder();

type PublishServices = {
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  readonly identity: IdentitySource;
  readonly embedder: Embedder;
};

const embedAll = async (
  embedder: Embedder,
  { title, chunks }: GeneratedDocument,
): Promise<readonly Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < chunks.length; from += MAX_PASSAGES) {
    const texts = chunks
      .slice(from, from + MAX_PASSAGES)
      .map((chunk) => embeddingTextOf({ ...chunk, title }));
    vectors.push(...(await embedder.embedPassages(texts)).vectors);
  }
  return vectors;
};

/**
 * Writes the log events and blobs of an indexed document without reading a file: indexes of any size are filled by
 * their own projection, as after a reset.
 */
export const publishDocument = async (
  { blobs, eventStore, identity, embedder }: PublishServices,
  document: GeneratedDocument,
): Promise<void> => {
  const { docKey, title, contentHash, chunks } = document;
  const subject = documentSubject(docKey);
  const [chunksBlob, embeddingsBlob] = await Promise.all([
    blobs.putBytes(encoder.encode(JSON.stringify(publishedChunksSchema.parse({ chunks }))), subject),
    blobs.putBytes(encodeEmbeddings(await embedAll(embedder, document)), subject),
  ]);
  const jobId = identity.newId();
  await eventStore.append(
    streamIdOf('document', docKey),
    [
      {
        id: identity.newId(),
        type: documentVersionAdded.type,
        data: {
          docKey,
          version: 1,
          jobId,
          contentHash,
          size: 1,
          format: 'text',
          fileName: `${docKey}.txt`,
          metadata: { sourceType: 'textbook', specialty: ['emergency_medicine'] },
        },
        metadata: metadata({ subject }),
      },
    ],
    'no-stream',
  );
  await eventStore.append(
    streamIdOf('indexing', jobId),
    [
      {
        id: identity.newId(),
        type: indexingCompleted.type,
        data: {
          jobId,
          docKey,
          version: 1,
          title,
          pages: chunks.length,
          chunkCount: chunks.length,
          // Like a screened document without PHI: an unscreened one is stored sealed.
          phiScreen: { rules: 'bench', passages: chunks.length, passagesWithPhi: 0, kinds: [] },
          chunksBlob: chunksBlob.sha256,
          embeddingsBlob: embeddingsBlob.sha256,
          model: embedder.model.name,
          dimensions: embedder.model.dimensions,
        },
        metadata: metadata({ subject }),
      },
    ],
    'no-stream',
  );
};
