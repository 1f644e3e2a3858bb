import type { AnswerPreferences, CitationDisplay, CitationStyle } from '../answer-preferences.ts';
import type { Citation } from '../citation.ts';
import { amaMark, amaPages, amaReference } from './ama.ts';
import { apaLetters, apaMark, apaPages, apaReference } from './apa.ts';
import { vancouverMark, vancouverPages, vancouverReference } from './vancouver.ts';
import { type Work, workOf } from './work.ts';

/** One reference of an answer, ready to be shown. */
type Reference = {
  /** The number in the answer, `[n]`. */
  readonly n: number;
  /** The reference by the rules of the style; plain text. */
  readonly formatted: string;
  /** What the style puts into the text in place of `[n]`: `1(p3)`, `(Doe, 2021, p. 3)`, `(1)`. */
  readonly mark: string;
  /** The pages as the style writes them; empty where there are none. */
  readonly pages: string;
  /** The part of `formatted` that the style sets in italics. */
  readonly italic?: string;
  readonly url?: string;
};

/** The references of an answer in one style, and where they belong. */
export type References = {
  readonly style: CitationStyle;
  readonly display: CitationDisplay;
  readonly items: readonly Reference[];
};

/** What medical journals of the United States use most, and what a front end can show without further ado. */
const DEFAULT_STYLE = 'AMA';
const DEFAULT_DISPLAY = 'inline';

const italicOf = (style: CitationStyle, { journal, title }: Work): string | undefined => {
  if (style === 'Vancouver') return undefined;
  return journal ?? title;
};

/** One work in a style. `letter` distinguishes works that APA would otherwise refer to in the same words. */
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
 * The references of an answer as its reader wants them: numbered styles by number, APA by the alphabet. `accessed` is the
 * ISO instant at which sources outside were looked at.
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
