import { describeSize } from '../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Chunk } from '../../domain/knowledge/chunk.ts';
import { policyFor } from '../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanedDocumentSchema } from '../../domain/knowledge/cleaned-document.ts';
import { extractedDocumentSchema } from '../../domain/knowledge/extracted-document.ts';
import type { Figure } from '../../domain/knowledge/figure.ts';
import { figuresOfChunk } from '../../domain/knowledge/figures-of-chunk.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { storePublishedChunks } from '../../ports/published-chunks.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { ExtractedFigure } from '../../ports/text-extractor.ts';
import { beginTimeSlice } from '../../ports/time-slice.ts';
import type { IndexingServices } from './indexing-services.ts';
import { getJson, storeJson } from './json-blob.ts';
import { screenForPhi } from './screen-for-phi.ts';
import { missingStage, type StageResult, type Stages } from './stage-result.ts';
import type { VersionToIndex } from './version-to-index.ts';

const fileTooLarge = ({ size }: VersionToIndex, limit: number): Failure =>
  new Failure(
    failure(
      'rule_violated',
      `The file of ${describeSize(size)} is larger than the limit for its format, ${describeSize(limit)}. Split it and upload the parts.`,
      { component: 'text-extraction', details: { reason: 'file_too_large', limit } },
    ),
  );

/** Stores the pictures of figures one by one, because they are large and may be many. */
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

/** Reads the text and the pictures of figures from the file. */
export const extract = async (
  version: VersionToIndex,
  { blobs, extractor, reader }: IndexingServices,
  signal: AbortSignal,
): Promise<StageResult> => {
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
    ...omitUndefined({ leftOut: document.leftOut }),
    ...(figures.length === 0 ? {} : { figures: figures.map(({ blob }) => ({ blob })) }),
  };
};

/** Removes everything that is not part of the document's text. */
export const clean = async (
  version: VersionToIndex,
  stages: Stages,
  { blobs, textProcessor }: IndexingServices,
  signal: AbortSignal,
): Promise<StageResult> => {
  if (!stages.extract) throw missingStage('extract');
  const subject = documentSubject(version.docKey);
  const { pages } = await getJson(blobs, stages.extract.blob, subject, extractedDocumentSchema);
  const cleaned = await textProcessor.clean(pages, signal);
  return {
    type: 'RecordTextCleaned',
    blob: await storeJson(blobs, cleaned, subject),
    characters: cleaned.text.length,
  };
};

/** Adds figures to passages. A book with hundreds of pictures takes seconds, so the event loop runs in between. */
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

/** Cuts the text into passages, and finds the title and other metadata of the document. */
export const chunk = async (
  version: VersionToIndex,
  stages: Stages,
  services: IndexingServices,
  signal: AbortSignal,
): Promise<StageResult> => {
  const { blobs, textProcessor } = services;
  if (!stages.extract || !stages.clean) throw missingStage('clean');
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
    blob: await storePublishedChunks(
      blobs,
      await withFigures(chunks, extracted.figures ?? [], signal),
      subject,
    ),
    chunkCount: chunks.length,
    policy: policy.name,
    ...described,
    phiScreen: await screenForPhi({ title, sourceType, chunks }, services, signal),
  };
};
