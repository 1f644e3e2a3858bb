import { withholdingReason } from '../../domain/indexing/withheld-embedding.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import { publishedChunksSchema } from '../../domain/knowledge/published-chunks.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { type AddedVersion, readDocumentHistory } from '../../ports/read-document-history.ts';
import type { RowKeys, RowSealer } from '../../ports/row-sealer.ts';
import { isErasedContent, type SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { SearchEvent } from './live-version.ts';
import { passagesOfVersion } from './passages-of-version.ts';

/** Where what is published is read, and what seals it. */
export type PublicationSources = {
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  /** Seals the passages of documents that hold PHI, or may. */
  readonly sealer: RowSealer;
};

/** A version as it goes into the index. */
export type Publication = {
  readonly passages: readonly Passage[];
  readonly vectors: readonly Float32Array[];
  /** Whether its words may lie in a table: it was screened and holds no PHI. */
  readonly isPlain?: boolean;
  /** Set where the document holds PHI, or was never screened: how its passages are sealed, and where its vectors are. */
  readonly sealed?: { readonly keys: RowKeys; readonly vectorsBlob: string | undefined };
};

/** What there is to publish of a document that has been erased. */
export const nothingPublished: Publication = { passages: [], vectors: [] };

/** Reads what is to be published; nothing, or what is said instead, where the document has been erased since. */
const unlessErased = async (
  read: () => Promise<Publication>,
  erased: () => Promise<Publication> = async () => nothingPublished,
): Promise<Publication> => {
  try {
    return await read();
  } catch (error) {
    if (isErasedContent(error)) return erased();
    throw error;
  }
};

/** A file that is lost, or altered, names its document: the person who restores it must know. */
const namingDocument = async (
  docKey: string,
  version: number,
  read: () => Promise<Publication>,
): Promise<Publication> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) || isErasedContent(error)) throw error;
    const { code, message, ...about } = error.reason;
    if (code !== 'not_found' && code !== 'internal_error') throw error;
    throw new Failure(
      failure(
        code,
        `${message} It belongs to version ${version} of ${docKey}: restore it from a backup.`,
        about,
      ),
      { cause: error },
    );
  }
};

const isSame = (
  model: EmbeddingModelName,
  { model: name, dimensions }: { readonly model: string; readonly dimensions: number },
): boolean => model.name === name && model.dimensions === dimensions;

const decoder = new TextDecoder();

/** What the uploader said about a version; it is in the document's own stream. */
const versionAdded = async (
  eventStore: EventStore,
  docKey: string,
  version: number,
): Promise<AddedVersion> => {
  const { versions } = await readDocumentHistory(eventStore, docKey);
  const added = versions.find((one) => one.version === version);
  if (added) return added;
  throw new Failure(
    failure('internal_error', 'An indexed document version has no record of being added.', {
      details: { docKey, version },
    }),
  );
};

/** Whether a version contains PHI, and whether that, or not knowing it, makes it one that is sealed. */
const sealingOf = (
  { metadata }: AddedVersion,
  { phiScreen }: RecordedOf<'IndexingCompleted'>['data'],
): { readonly phi: boolean; readonly isSealed: boolean } => {
  const phi = withholdingReason(metadata.containsPhi, phiScreen) !== undefined;
  return { phi, isSealed: phi || phiScreen === undefined };
};

/** What there is of a version that has been erased since: the room that its words had. */
const readErased = async (
  { eventStore }: PublicationSources,
  { data }: RecordedOf<'IndexingCompleted'>,
): Promise<Publication> => {
  const { isSealed } = sealingOf(await versionAdded(eventStore, data.docKey, data.version), data);
  return { ...nothingPublished, isPlain: !isSealed };
};

const readIndexed = async (
  { blobs, eventStore, sealer }: PublicationSources,
  model: EmbeddingModelName,
  { data, recordedAt }: RecordedOf<'IndexingCompleted'>,
): Promise<Publication> => {
  const { docKey, version } = data;
  const subject = documentSubject(docKey);
  const [added, chunkBytes, embeddingBytes] = await Promise.all([
    versionAdded(eventStore, docKey, version),
    blobs.get(data.chunksBlob, subject),
    isSame(model, data) ? blobs.get(data.embeddingsBlob, subject) : undefined,
  ]);
  const { chunks } = publishedChunksSchema.parse(JSON.parse(decoder.decode(chunkBytes)));
  const { phi, isSealed } = sealingOf(added, data);
  const passages = await passagesOfVersion({
    added: { ...added, docKey },
    described: data,
    chunks,
    indexedAt: recordedAt,
    phi,
  });
  return {
    passages,
    vectors: embeddingBytes ? decodeEmbeddings(embeddingBytes, data.dimensions) : [],
    isPlain: !isSealed,
    ...(isSealed
      ? {
          sealed: {
            keys: await sealer.keysOf([subject], 'make'),
            vectorsBlob: embeddingBytes && data.embeddingsBlob,
          },
        }
      : {}),
  };
};

/** Vectors that were made later for a version that has been published. */
const readReembedded = async (
  { blobs, sealer }: PublicationSources,
  { dimensions }: EmbeddingModelName,
  { blob, docKey }: RecordedOf<'ChunksReembedded'>['data'],
): Promise<Publication> => ({
  passages: [],
  vectors: decodeEmbeddings(await blobs.get(blob, documentSubject(docKey)), dimensions),
  sealed: { keys: await sealer.keysOf([]), vectorsBlob: blob },
});

/** Reads what an event brings into a generation that holds vectors of a model; nothing where it brings none. */
export const readPublication = async (
  sources: PublicationSources,
  model: EmbeddingModelName,
  event: SearchEvent,
): Promise<Publication | undefined> => {
  if (event.type === 'IndexingCompleted') {
    const { docKey, version } = event.data;
    return unlessErased(
      () => namingDocument(docKey, version, () => readIndexed(sources, model, event)),
      () => readErased(sources, event),
    );
  }
  if (event.type === 'ChunksReembedded' && isSame(model, event.data))
    return unlessErased(() => readReembedded(sources, model, event.data));
  return undefined;
};
