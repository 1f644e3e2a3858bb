import type { AnswerSource } from '../../../domain/consultation/answer-citation.ts';
import type { ExcerptPart } from '../../../domain/consultation/excerpt/write-excerpt.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { ComposedAnswer, ComposedCitation, ComposeRequest } from '../../../ports/answer-composer.ts';

/** A document as the thread keeps it: `<docKey>@<version>`. */
export type DocumentId = `${string}@${number}`;

/** What was found, with the passage itself only where it is in no document that the thread has. */
type SourceReference = Omit<AnswerSource, 'passage'> & {
  readonly chunkId: string;
  readonly document: DocumentId;
  readonly stray?: Passage;
};

/** What a composer's thread is sent. Documents stay there until they are dropped. */
export type ComposerJob =
  | (Omit<ComposeRequest, 'results'> & {
      readonly kind: 'compose';
      readonly results: readonly SourceReference[];
      readonly add: readonly { readonly id: DocumentId; readonly passages: readonly Passage[] }[];
      readonly drop: readonly DocumentId[];
    })
  | { readonly kind: 'forget' };

type PartReference = Omit<ExcerptPart, 'passage'> & { readonly chunkId: string };

/** The thread's answer. A restarted thread is missing documents that its predecessor had. */
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
