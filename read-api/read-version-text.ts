import pLimit from 'p-limit';
import type { z } from 'zod';
import { textCleaned, textExtracted } from '../domain/indexing/indexing-events.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { type CleanedDocument, cleanedDocumentSchema } from '../domain/knowledge/cleaned-document.ts';
import {
  type ExtractedDocumentRecord,
  extractedDocumentSchema,
} from '../domain/knowledge/extracted-document.ts';
import { documentSubject } from '../domain/privacy/data-subject.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { SealedBlobs } from '../ports/sealed-blobs.ts';

/** The text of a version: as extracted, and cleaned when that is done. */
export type VersionText = {
  readonly extracted: ExtractedDocumentRecord;
  readonly cleaned: CleanedDocument | undefined;
};

/**
 * Reads the text of the version that a job indexes and returns the selected part; `undefined` while there is none.
 * Only the selected part stays in memory afterwards.
 */
export type VersionTextReader = <Picked>(
  jobId: string,
  pick: (text: VersionText | undefined) => Picked,
) => Promise<Picked>;

/** Documents held in memory at a time; a large one has a hundred megabytes. */
const AT_A_TIME = 2;
/** Readers that may wait for their turn; a bound on the queue. */
const MAX_WAITING = 200;

type Needs = { readonly eventStore: EventStore; readonly blobs: SealedBlobs };

const busy = (): Failure =>
  new Failure(
    failure('unavailable', 'Too many texts are being read at the moment. Try again in a few seconds.', {
      component: 'document-text',
      retryAfter: 2,
    }),
  );

/** Locates a job's results through its stream, and reads them. */
export const createVersionTextReader = ({ eventStore, blobs }: Needs): VersionTextReader => {
  const turn = pLimit(AT_A_TIME);
  const read = async <Schema extends z.ZodType>(
    { blob, docKey }: { readonly blob: string; readonly docKey: string },
    schema: Schema,
  ): Promise<z.output<Schema>> =>
    schema.parse(JSON.parse(new TextDecoder().decode(await blobs.get(blob, documentSubject(docKey)))));

  const readText = async (jobId: string): Promise<VersionText | undefined> => {
    let extractedAs: z.output<typeof textExtracted.schema> | undefined;
    let cleanedAs: z.output<typeof textCleaned.schema> | undefined;
    for await (const { type, data } of eventStore.readStream(streamIdOf('indexing', jobId))) {
      if (type === textExtracted.type) extractedAs = textExtracted.schema.parse(data);
      if (type === textCleaned.type) cleanedAs = textCleaned.schema.parse(data);
    }
    if (extractedAs === undefined) return undefined;
    return {
      extracted: await read(extractedAs, extractedDocumentSchema),
      cleaned: cleanedAs === undefined ? undefined : await read(cleanedAs, cleanedDocumentSchema),
    };
  };
  return async (jobId, pick) => {
    if (turn.pendingCount >= MAX_WAITING) throw busy();
    return turn(async () => pick(await readText(jobId)));
  };
};
