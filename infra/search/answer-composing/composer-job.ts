import type { AnswerSource } from '../../../domain/consultation/answer-citation.ts';
import type { ExcerptPart } from '../../../domain/consultation/excerpt/write-excerpt.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { ComposedAnswer, ComposedCitation, ComposeRequest } from '../../../ports/answer-composer.ts';

/** A document's id in the worker thread: `<docKey>@<version>`. */
export type DocumentId = `${string}@${number}`;

/** A search result. It carries the passage itself only when none of the thread's documents contains it. */
type SourceReference = Omit<AnswerSource, 'passage'> & {
  readonly chunkId: string;
  readonly document: DocumentId;
  readonly stray?: Passage;
};

/** A message to a composer thread. The thread keeps documents until a job drops them. */
export type ComposerJob =
  | (Omit<ComposeRequest, 'results'> & {
      readonly kind: 'compose';
      readonly results: readonly SourceReference[];
      readonly add: readonly { readonly id: DocumentId; readonly passages: readonly Passage[] }[];
      readonly drop: readonly DocumentId[];
    })
  | { readonly kind: 'forget' };

type PartReference = Omit<ExcerptPart, 'passage'> & { readonly chunkId: string };

/** The thread's reply. A restarted thread lacks the documents that its predecessor held. */
export type ComposerResult =
  | (Omit<ComposedAnswer, 'citations'> & {
      readonly kind: 'composed';
      readonly citations: readonly (Omit<ComposedCitation, 'passage' | 'parts'> & {
        readonly chunkId: string;
        readonly parts: readonly PartReference[];
      })[];
    })
  | { readonly kind: 'missing' }
  | { readonly kind: 'forgotten' };
