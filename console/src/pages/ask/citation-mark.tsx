import styles from './citation-mark.module.css';
import type { Citation, Query } from './query-types.ts';

/** How an answer shows its citations, and what happens when one is chosen. */
export type Marking = {
  readonly citations: readonly Citation[];
  readonly references: Query['references'];
  /** The tools that were called for the answer, whose results may be cited. */
  readonly toolCalls: Query['toolCalls'];
  /** The number of the citation that is shown beside the answer. */
  readonly chosen: number | undefined;
  readonly choose: (n: number) => void;
};

type Props = { readonly n: number; readonly marking: Marking };

/** The mark of a citation in the text, in the style that the person prefers. Shows its page when chosen. */
export const CitationMark = ({ n, marking: { citations, references, chosen, choose } }: Props) => {
  const citation = citations.find((one) => one.n === n);
  const reference = references.items.find((one) => one.n === n);
  const isInline = references.display === 'inline' && reference !== undefined;
  const isRaised = references.display === 'footnote' || (isInline && references.style === 'AMA');
  const text = isInline ? reference.mark : references.display === 'footnote' ? String(n) : `[${n}]`;
  return (
    <button
      type="button"
      className={isRaised ? styles.raised : styles.mark}
      aria-label={`Source ${n}: ${citation?.title ?? ''}`}
      aria-pressed={chosen === n}
      onClick={() => choose(n)}
    >
      {text}
    </button>
  );
};
