import type { Citation } from '../../domain/consultation/citation.ts';
import { ocrConfidenceOf } from '../../domain/consultation/ocr-mark.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { shownRecommendations } from '../../domain/retrieval/recommendations/find-recommendations.ts';
import { sourceDetailsOf } from '../../domain/retrieval/source-details.ts';
import type { ComposedCitation } from '../../ports/answer-composer.ts';
import type { Hasher } from '../../ports/hasher.ts';

/** The citations of an answer, with hashes of whole passages, which only the store knows. */
export const citationsOf = (citations: readonly ComposedCitation[], { sha256 }: Hasher): Citation[] =>
  citations.map(({ n, passage, parts, excerpt, score }) => ({
    n,
    chunkId: passage.chunkId,
    docKey: passage.docKey,
    version: passage.version,
    fileName: passage.fileName,
    title: passage.title,
    sourceType: passage.sourceType,
    pages: [...new Set(parts.flatMap(({ pages }) => pages))].sort((one, other) => one - other),
    section: passage.sectionPath.join(' > '),
    excerpt,
    textHash: sha256(passage.text),
    ...omitUndefined({ ocrConfidence: ocrConfidenceOf(parts.map((part) => part.passage)) }),
    score,
    passages: parts.map((part) => ({
      chunkId: part.passage.chunkId,
      pages: [...part.pages],
      section: part.section,
      ...(part.notes.length === 0 ? {} : { notes: [...part.notes] }),
      excerpt: part.text,
      ...(part.places.length === 0 ? {} : { places: [...part.places] }),
      ...(part.passage.figures === undefined ? {} : { figures: [...part.passage.figures] }),
      textHash: sha256(part.passage.text),
      ...omitUndefined({ ocrConfidence: ocrConfidenceOf([part.passage]) }),
    })),
    ...sourceDetailsOf(
      passage,
      shownRecommendations(
        parts.flatMap((part) => part.passage.recommendations ?? []),
        excerpt,
      ),
    ),
  }));
