import { eachAdministrable } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { conceptOfTerm, conceptTerm } from '../../retrieval/lexical/lexical-query.ts';
import { textOfBlock } from './block-texts.ts';
import { isDrugTerm } from './drug-terms.ts';
import {
  conceptTermsAmong,
  conceptTermsIn,
  isInterventionTerm,
  type OutlinedDocument,
} from './judge-blocks.ts';
import { headsOf } from './outline/block-tree.ts';
import type { RestrictingStatement } from './restricting-statements.ts';
import { headsRestrictions } from './statement-kinds.ts';
import { termsIn, titleTermsOf } from './terms-of-text.ts';
import { plainHeading } from './write-excerpt.ts';

/** The subject of a statement: drugs and procedures by their index terms. */
export type Subject = {
  readonly things: readonly string[];
  /** Its subject for the reader, if the text does not name it. */
  readonly about: readonly string[];
  /** Whether it names them itself, not through its heading. */
  readonly isOwn: boolean;
};

/** A statement naming more drugs than these is an inventory, not a warning about any of them. */
export const mostDrugs = 4;

const beginning = /^\W{0,4}\p{Lu}\p{Ll}{3,30}\s(?=[\d.½¼¾])/u;
/** The most characters of an amount with its unit and denominator. */
const longestAmount = 60;

/** "Epinephrine 0.3 mg": a drug and its dose first. */
const beginsWithDose = (text: string): boolean => {
  const name = beginning.exec(text)?.[0];
  if (name === undefined) return false;
  const [amount] = eachAdministrable(text.slice(name.length, name.length + longestAmount));
  return amount?.start === 0;
};

/** The terms without those that are broader than another of them. */
export const mostSpecific = (terms: readonly string[]): readonly string[] => {
  const implied = new Set(terms.flatMap((term) => conceptOfTerm(term)?.sortOf ?? []).map(conceptTerm));
  return terms.filter((term) => !implied.has(term));
};

/** As "Metformin and sitagliptin", one of which may be an unknown drug. */
const joinsNames = /\b(?:and|or|vs|versus|with|to)\b|[/&+,;]/i;
/** A longer heading mentions another drug, but is not its name. */
const mostNameWords = 3;

/**
 * The drug that a document is about, with its broader terms: if the title names exactly one and no heading begins a
 * text about another, as in a monograph. In a document about several drugs, no warning applies to all of them.
 */
const drugOfDocument = weakMemoize(({ blocks, terms }: OutlinedDocument): readonly string[] => {
  const passage = blocks[0]?.passage;
  if (passage === undefined || joinsNames.test(passage.title)) return [];
  const drugs = [...titleTermsOf(passage)].filter(isDrugTerm);
  if (mostSpecific(drugs).length !== 1) return [];
  const titles = blocks.flatMap(({ kind, lines }) =>
    kind === 'table' ? [] : lines.filter((line) => /^#\s/.test(line)),
  );
  const namesOther = blocks.some(
    ({ kind, lines }, index) =>
      kind === 'heading' &&
      plainHeading(lines[0] ?? '').split(/\s+/).length <= mostNameWords &&
      conceptTermsAmong(terms[index]).some((term) => isDrugTerm(term) && !drugs.includes(term)),
  );
  return titles.length > 1 || namesOther ? [] : drugs;
});

/** The beginning of a sentence that refers to the last thing named in the previous one. */
const leaning = /^\W*(?:it|this|that|these|those|they)\b/i;

/**
 * The subject of a statement: the drugs and procedures of its own line, else of its nearest heading or parent, else the
 * one drug of its document.
 */
export const subjectOf = (
  document: OutlinedDocument,
  index: number,
  { text, before = [] }: Pick<RestrictingStatement, 'text' | 'before'>,
): Subject => {
  const { blocks, terms } = document;
  const own = [...termsIn(text)].filter(isInterventionTerm);
  if (own.some(isDrugTerm)) return { things: own, about: [], isOwn: true };
  // "It must not be given" is about what the previous sentence names, not about everything in its paragraph.
  const leaned = leaning.test(text)
    ? before.map((one) => [...conceptTermsIn(one)].filter(isInterventionTerm)).reverse()
    : [before.length > 0 ? drugOfDocument(document) : []];
  const above = [
    ...leaned.filter((named) => named.some(isDrugTerm)).slice(0, 1),
    ...[index, ...headsOf(blocks, index)].map((at) =>
      conceptTermsAmong(terms[at]).filter(isInterventionTerm),
    ),
  ];
  // "Hold before surgery" of a monograph is about its drug as much as about what it names. Below "Contraindications",
  // it is shown with its whole section.
  const isOfSection = headsOf(blocks, index).some(
    (at) => blocks[at]?.kind === 'heading' && headsRestrictions(textOfBlock(blocks[at])),
  );
  const namesDrug = above.some((named) => named.some(isDrugTerm));
  const ofDocument = namesDrug || isOfSection ? [] : drugOfDocument(document);
  if (own.length > 0) return { things: [...own, ...ofDocument], about: ofDocument, isOwn: true };
  // "Pancuronium 8 mg …" is about what it begins with, known or not.
  if (beginsWithDose(text)) return { things: [], about: [], isOwn: true };
  const nearest = above.find((named) => named.length > 0) ?? [];
  const named = nearest.some(isDrugTerm) ? nearest : [...nearest, ...ofDocument];
  // A row without a drug is not about the drugs of the other rows.
  const things = mostSpecific(named).length > mostDrugs ? [] : named;
  return { things, about: things, isOwn: false };
};
