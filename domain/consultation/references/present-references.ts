import type { AnswerPreferences, CitationDisplay, CitationStyle } from '../answer-preferences.ts';
import type { Citation } from '../citation.ts';
import { amaMark, amaPages, amaReference } from './ama.ts';
import { apaLetters, apaMark, apaPages, apaReference } from './apa.ts';
import { vancouverMark, vancouverPages, vancouverReference } from './vancouver.ts';
import { type Work, workOf } from './work.ts';

/** One formatted reference of an answer. */
type Reference = {
  /** The number in the answer, `[n]`. */
  readonly n: number;
  /** The reference in the chosen style; plain text. */
  readonly formatted: string;
  /** The style's in-text citation that replaces `[n]`: `1(p3)`, `(Doe, 2021, p. 3)`, `(1)`. */
  readonly mark: string;
  /** The pages in the chosen style; empty if there are none. */
  readonly pages: string;
  /** The part of `formatted` to set in italics. */
  readonly italic?: string;
  readonly url?: string;
};

/** The references of an answer in one style, with their display. */
export type References = {
  readonly style: CitationStyle;
  readonly display: CitationDisplay;
  readonly items: readonly Reference[];
};

/** The most common style of US medical journals, and a display that any front end can show. */
const DEFAULT_STYLE = 'AMA';
const DEFAULT_DISPLAY = 'inline';

const italicOf = (style: CitationStyle, { journal, title }: Work): string | undefined => {
  if (style === 'Vancouver') return undefined;
  return journal ?? title;
};

/** Formats one work. `letter` distinguishes works with equal in-text citations in APA. */
const written = (
  style: CitationStyle,
  { n, pages }: Citation,
  { work, letter }: { readonly work: Work; readonly letter: string },
  accessed: string | undefined,
): Pick<Reference, 'formatted' | 'mark' | 'pages'> => {
  switch (style) {
    case 'AMA':
      return { formatted: amaReference(work, accessed), mark: amaMark(n, pages), pages: amaPages(pages) };
    case 'APA':
      return {
        formatted: apaReference(work, letter),
        mark: apaMark(work, letter, pages),
        pages: apaPages(pages),
      };
    case 'Vancouver':
      return {
        formatted: vancouverReference(work, accessed),
        mark: vancouverMark(n),
        pages: vancouverPages(pages),
      };
  }
};

/**
 * Formats the references of an answer by the reader's preferences: numbered styles by number, APA alphabetically.
 * `accessed` is the ISO instant at which external sources were searched.
 */
export const presentReferences = (
  citations: readonly Citation[],
  { citationStyle: style = DEFAULT_STYLE, citationDisplay: display = DEFAULT_DISPLAY }: AnswerPreferences,
  accessed: string | undefined,
): References => {
  const works = citations.map(workOf);
  const letters = apaLetters(works);
  const items = citations.flatMap((citation, at): readonly Reference[] => {
    const work = works[at];
    if (!work) return [];
    const italic = italicOf(style, work);
    return [
      {
        n: citation.n,
        ...written(style, citation, { work, letter: letters[at] ?? '' }, accessed),
        ...(italic === undefined ? {} : { italic }),
        ...(work.url === undefined ? {} : { url: work.url }),
      },
    ];
  });
  return {
    style,
    display,
    items:
      style === 'APA'
        ? items.toSorted((one, other) => one.formatted.localeCompare(other.formatted, 'en'))
        : items,
  };
};
