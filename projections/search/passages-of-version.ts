import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { pick } from '../../domain/kernel/pick.ts';
import type { Chunk } from '../../domain/knowledge/chunk.ts';
import type { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import {
  type FoundMetadata,
  withFoundMetadata,
} from '../../domain/knowledge/found-metadata/found-metadata.ts';
import { passageProperties } from '../../domain/knowledge/property-uses.ts';
import { type SectionRole, sectionRoleReader } from '../../domain/knowledge/sections/section-role.ts';
import { drugsNamed } from '../../domain/language/drugs-named.ts';
import type { PhiScreen } from '../../domain/privacy/phi-screen.ts';
import { chunkIdOf, type Passage } from '../../domain/retrieval/passage.ts';
import { findRecommendations } from '../../domain/retrieval/recommendations/find-recommendations.ts';
import { beginTimeSlice } from '../../ports/time-slice.ts';

/** An extracted document version, with the facts that its passages carry. */
type IndexedVersion = {
  readonly added: Pick<
    EventOf<typeof documentVersionAdded>['data'],
    'docKey' | 'version' | 'fileName' | 'metadata'
  >;
  readonly described: {
    readonly title: string;
    readonly protocolNumber?: string | undefined;
    readonly found?: FoundMetadata | undefined;
    readonly phiScreen?: PhiScreen | undefined;
  };
  readonly chunks: readonly Chunk[];
  /** ISO 8601 instant at which its indexing completed. */
  readonly indexedAt: string;
  /** True when it is known to hold PHI. */
  readonly phi: boolean;
};

/** The graded statements of a passage, read with the names of their possible authors. */
const gradedBy = (
  text: string,
  writers: readonly (string | undefined)[],
): Pick<Passage, 'recommendations'> => {
  const recommendations = findRecommendations(text, writers.filter((name) => name !== undefined).join('. '));
  return recommendations.length > 0 ? { recommendations } : {};
};

/** The rules that screened the document, if they found nothing in any of its passages. */
const clearBy = (phi: boolean, screen: PhiScreen | undefined): Pick<Passage, 'clearBy'> =>
  phi || screen === undefined || screen.passagesWithPhi > 0 ? {} : { clearBy: screen.rules };

/** Returns a function that turns a chunk into a passage, with the facts about its version. */
const passageOf = ({
  added: { docKey, version, fileName, metadata: given },
  described,
  indexedAt,
  phi,
}: Omit<IndexedVersion, 'chunks'>): ((chunk: Chunk, sectionRole: SectionRole | undefined) => Passage) => {
  const metadata = withFoundMetadata(given, described.found);
  const { title, sourceType, ...others } = pick(
    { ...metadata, title: described.title, protocolNumber: described.protocolNumber },
    passageProperties,
  );
  return (chunk, sectionRole) => ({
    ...gradedBy(chunk.text, [title, metadata.organization, metadata.publisher]),
    chunkId: chunkIdOf(docKey, version, chunk.index),
    drugs: drugsNamed({ ...chunk, title }),
    docKey,
    version,
    index: chunk.index,
    title,
    fileName,
    sectionPath: chunk.sectionPath,
    text: chunk.text,
    contentType: chunk.contentType,
    isTable: chunk.isTable,
    firstPage: chunk.firstPage,
    lastPage: chunk.lastPage,
    tokens: chunk.tokens,
    start: chunk.start,
    end: chunk.end,
    ...omitUndefined({
      sectionRole,
      pageBreaks: chunk.pageBreaks,
      ocrConfidence: chunk.ocrConfidence,
      figures: chunk.figures,
      flowChart: chunk.flowChart,
    }),
    indexedAt,
    sourceType,
    phi,
    ...clearBy(phi, described.phiScreen),
    ...others,
  });
};

/**
 * The passages of a version: its chunks with the facts about the version. Those of a 36 MB file take half a minute,
 * so the event loop runs in between.
 */
export const passagesOfVersion = async ({
  chunks,
  ...version
}: IndexedVersion): Promise<readonly Passage[]> => {
  const make = passageOf(version);
  const passages: Passage[] = [];
  const slice = beginTimeSlice();
  const roleOf = sectionRoleReader(chunks);
  for (const chunk of chunks) {
    if (slice.isOver()) await slice.yield();
    passages.push(make(chunk, roleOf(chunk)));
  }
  return passages;
};
