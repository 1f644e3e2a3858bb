import type { Chunk } from './chunk.ts';
import type { Figure } from './figure.ts';

/** Letters and digits only: cleaning changes spaces, punctuation and line ends. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A word for a figure and its number, as captions and references write it: "Figure 3-1", "Fig. 2". */
const reference =
  /\b(?:figures?|figs?\.?|diagram|chart|exhibit|illustration|algorithm)\s{0,3}(?:no\.?\s?)?(\d{1,3}(?:[.-]\d{1,3})?[A-Za-z]?)\b/giu;

const referencesIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(reference), ([, label = '']) => label.toLowerCase()));

/** The share of a passage that makes it the text of a flow chart. */
const mostlyChart = 0.3;

type Numbered = {
  readonly number: number;
  readonly figure: Figure;
  readonly anchors: readonly string[];
  readonly caption: string;
  /** The label by which other text refers to it. */
  readonly label: string | undefined;
};

const numbered = (figure: Figure, index: number): Numbered => ({
  number: index + 1,
  figure,
  anchors: figure.anchors.map(bare).filter((anchor) => anchor !== ''),
  caption: bare(figure.caption ?? ''),
  label: [...referencesIn((figure.caption ?? '').slice(0, 60))][0],
});

/** The prefix length for a quick lookup before the full comparison. */
const gram = 12;

/** A text prepared for many searches: a part that it does not contain is usually rejected by its prefix. */
const searchable = (
  text: string,
): { readonly length: number; readonly includes: (part: string) => boolean } => {
  let beginnings: Set<string> | undefined;
  const begins = (): ReadonlySet<string> => {
    if (beginnings !== undefined) return beginnings;
    beginnings = new Set<string>();
    for (let at = 0; at + gram <= text.length; at += 1) beginnings.add(text.slice(at, at + gram));
    return beginnings;
  };
  return {
    length: text.length,
    includes: (part) => (part.length < gram || begins().has(part.slice(0, gram))) && text.includes(part),
  };
};
type Searchable = ReturnType<typeof searchable>;

/**
 * The number of a text's letters that belong to a figure on its page; `undefined` when the text does not belong to it.
 */
const lettersOf = ({ anchors, caption }: Numbered, text: Searchable): number | undefined => {
  if (anchors.length === 0 && caption === '') return text.length;
  const within = anchors.filter((anchor) => text.includes(anchor));
  if (within.length > 0) return within.reduce((sum, anchor) => sum + anchor.length, 0);
  return caption !== '' && text.includes(caption) ? 0 : undefined;
};

/** The nearest figure for each label, because each chapter may reuse labels. */
const referredTo = (
  labels: ReadonlySet<string>,
  figures: ReadonlyMap<string | undefined, readonly Numbered[]>,
  page: number,
): readonly number[] =>
  [...labels].flatMap((label) => {
    const [nearest] = (figures.get(label) ?? []).toSorted(
      (one, other) => Math.abs(one.figure.page - page) - Math.abs(other.figure.page - page),
    );
    return nearest === undefined ? [] : [nearest.number];
  });

/**
 * Finds the figures of a document that belong to a chunk: those within it, by page and by the text in and beside them,
 * and those that it captions or refers to by number. Marks a chunk that is mostly the text of a flow chart.
 */
export const figuresOfChunk = (figures: readonly Figure[]): ((chunk: Chunk) => Chunk) => {
  const all = figures.map(numbered);
  const byLabel = Map.groupBy(all, ({ label }) => label);
  return (chunk) => {
    if (all.length === 0) return chunk;
    const text = searchable(bare(chunk.text));
    const onPages = all
      .filter(({ figure: { page } }) => page >= chunk.firstPage && page <= chunk.lastPage)
      .flatMap((one) => {
        const letters = lettersOf(one, text);
        return letters === undefined ? [] : [{ one, letters }];
      });
    const numbers = [
      ...new Set([
        ...onPages.map(({ one }) => one.number),
        ...referredTo(referencesIn(chunk.text), byLabel, chunk.firstPage),
      ]),
    ].sort((one, other) => one - other);
    if (numbers.length === 0) return chunk;
    const isChart = onPages.some(
      ({ one, letters }) =>
        one.figure.kind === 'flow_chart' && letters >= mostlyChart * Math.max(1, text.length),
    );
    return { ...chunk, figures: numbers, ...(isChart ? { flowChart: true as const } : {}) };
  };
};
