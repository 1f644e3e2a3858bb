import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { AnswerCitation, AnswerSource } from '../answer-citation.ts';
import { fileTermsOf, surroundingTermsOf } from '../excerpt/judge-blocks.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import type { WholeDocument } from '../whole-document.ts';

/**
 * A whole document that was found. A remark that something is absent is made only if no passage of the documents holds
 * it, quoted or not.
 */
export type FoundDocument = {
  readonly passages: readonly Passage[];
  /** Its number among the citations; absent if it is not cited. */
  readonly n?: number;
};

/** All documents that were found, each with every passage that is available. */
export const foundDocumentsOf = (
  results: readonly AnswerSource[],
  citations: readonly AnswerCitation[],
  wholeDocument: WholeDocument,
): readonly FoundDocument[] => {
  const found = new Map<string, Passage[]>();
  for (const { passage } of [...citations, ...results]) {
    const key = `${passage.docKey}@${passage.version}`;
    const known = found.get(key);
    if (known) known.push(passage);
    else found.set(key, [passage]);
  }
  return [...found.values()].map((passages) => {
    const [first] = passages;
    const whole = first === undefined ? [] : wholeDocument(first.docKey, first.version);
    const cited = citations.find(
      ({ passage }) => passage.docKey === first?.docKey && passage.version === first.version,
    );
    return { passages: whole.length > 0 ? whole : passages, ...(cited === undefined ? {} : { n: cited.n }) };
  });
};

export const citedAmong = (documents: readonly FoundDocument[]): readonly FoundDocument[] =>
  documents.filter(({ n }) => n !== undefined);

/** The index terms of a passage, of its headings, and of the title and file name of its document. */
export const termsAround = weakMemoize(
  (passage: Passage): ReadonlySet<string> =>
    new Set([...termsIn(passage.text), ...surroundingTermsOf(passage), ...fileTermsOf(passage)]),
);

/** The whole wording of a passage, with its headings, title and file name. */
export const wordingOf = (passage: Passage): string =>
  [passage.title, passage.fileName, passage.protocolNumber ?? '', ...passage.sectionPath, passage.text].join(
    '\n',
  );

/** Whether any passage of the documents passes a test. */
export const isAnywhere = (
  documents: readonly FoundDocument[],
  holds: (passage: Passage) => boolean,
): boolean => documents.some(({ passages }) => passages.some(holds));

const pagesOf = ({ firstPage, lastPage }: Passage): string =>
  firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage}-${lastPage}`;

/** The most places that a remark names. */
const mostPlaces = 3;

/**
 * Where cited documents hold what the excerpts do not: `[1], page 3`; the first place of each. Empty if none does.
 */
export const placesElsewhere = (
  documents: readonly FoundDocument[],
  holds: (passage: Passage) => boolean,
): string =>
  citedAmong(documents)
    .flatMap(({ n, passages }) => {
      const there = passages.find(holds);
      return there === undefined ? [] : [`[${n}], ${pagesOf(there)}`];
    })
    .slice(0, mostPlaces)
    .join('; ');
