import { withholdingReason } from '../../domain/indexing/withheld-embedding.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { decodeEmbeddings } from '../../domain/knowledge/embedding-blob.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { readPublishedChunks } from '../../ports/published-chunks.ts';
import { type AddedVersion, readDocumentHistory } from '../../ports/read-document-history.ts';
import type { RowKeys, RowSealer } from '../../ports/row-sealer.ts';
import { isErasedContent, type SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { SearchEvent } from './live-version.ts';
import { passagesOfVersion } from './passages-of-version.ts';

/** The sources of published content, and its sealing. */
export type PublicationSources = {
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  /** Seals the passages of documents that hold or may hold PHI. */
  readonly sealer: RowSealer;
};

/** A version in the form in which the index stores it. */
export type Publication = {
  readonly passages: readonly Passage[];
  readonly vectors: readonly Float32Array[];
  /** Set once its passages were written ahead, all but the first: whether its vectors were, too. */
  readonly ahead?: { readonly points: boolean };
  /** Whether its words may be stored in a table: it was screened and holds no PHI. */
  readonly isPlain?: boolean;
  /** Set when the document holds PHI or was never screened: how its passages are sealed, and where its vectors are. */
  readonly sealed?: { readonly keys: RowKeys; readonly vectorsBlob: string | undefined } | undefined;
};

/** The publication of an erased document. */
export const nothingPublished: Publication = { passages: [], vectors: [] };

/** Reads the content to publish; the given substitute, or nothing, when the document has been erased since. */
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

/** The failure for a lost or altered file names its document, for the person who restores it. */
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

/** The uploader's statements about a version, from the document's own stream. */
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

/** Whether a version contains PHI, and whether it must be sealed because it does or may. */
const sealingOf = (
  { metadata }: AddedVersion,
  { phiScreen }: RecordedOf<'IndexingCompleted'>['data'],
): { readonly phi: boolean; readonly isSealed: boolean } => {
  const phi = withholdingReason(metadata.containsPhi, phiScreen) !== undefined;
  return { phi, isSealed: phi || phiScreen === undefined };
};

/** The remains of a version that has been erased since: the space of its words. */
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
  const [added, chunks, embeddingBytes] = await Promise.all([
    versionAdded(eventStore, docKey, version),
    readPublishedChunks(blobs, data.chunksBlob, subject),
    isSame(model, data) ? blobs.get(data.embeddingsBlob, subject) : undefined,
  ]);
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

/** Vectors created later for a published version. */
const readReembedded = async (
  { blobs, sealer }: PublicationSources,
  { dimensions }: EmbeddingModelName,
  { blob, docKey }: RecordedOf<'ChunksReembedded'>['data'],
): Promise<Publication> => ({
  passages: [],
  vectors: decodeEmbeddings(await blobs.get(blob, documentSubject(docKey)), dimensions),
  sealed: { keys: await sealer.keysOf([]), vectorsBlob: blob },
});

/** Reads the content that an event adds to a generation with vectors of a model; nothing when it adds none. */
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
