import { splitStatements } from '../clinical-text/split-statements.ts';
import { conceptByName } from '../language/terminology/concepts.ts';
import { conceptTerm } from '../retrieval/lexical/lexical-query.ts';
import { conceptTermsIn, drugClassesOf, type OutlinedDocument } from './excerpt/judge-blocks.ts';
import type { Block } from './excerpt/outline/block.ts';
import { headsOf } from './excerpt/outline/block-tree.ts';
import { headsRestrictions, prohibits } from './excerpt/statement-kinds.ts';
import { comparable } from './excerpt/statement-texts.ts';
import { termsIn } from './excerpt/terms-of-text.ts';
import { plainHeading, withoutOwnReferences } from './excerpt/write-excerpt.ts';
import { ocrMark } from './ocr-mark.ts';
import { type KnownSubstance, ownNamesOf, type PatientFacts } from './patient-facts.ts';

/** A cited document with its excerpt. */
type Cited = { readonly n: number; readonly document: OutlinedDocument; readonly excerpt: string };

/** Longest line, in characters, quoted next to a patient fact. */
const longestLine = 300;
/** Lines shown per known medication; the first documents are the most relevant. */
const mostLines = 2;

const marksOf = (citations: readonly Cited[]): string => citations.map(({ n }) => `[${n}]`).join(' ');

/** Describes how a drug is related to an allergy; `undefined` if it is not. */
const kinshipOf = (drug: string, allergy: KnownSubstance): string | undefined => {
  const own = ownNamesOf(allergy.names);
  const classes = drugClassesOf(drug);
  if (own.includes(drug)) return drug;
  const above = classes.find((name) => own.includes(name));
  if (above !== undefined) return `${drug}, which belongs to that class`;
  if (own.some((name) => drugClassesOf(name).includes(drug))) return `${drug}, to which it belongs`;
  const shared = classes.find((name) => allergy.names.includes(name));
  return shared === undefined ? undefined : `${drug}, of the same class (${shared})`;
};

const wordsOf = (text: string): readonly string[] => [...termsIn(text)];

/** Compares one allergy with the drugs asked for and with the excerpts. */
const compareAllergy = (
  allergy: KnownSubstance,
  askedDrugs: readonly string[],
  citations: readonly Cited[],
): readonly string[] => {
  // "Cefazolin with a penicillin allergy" asks about cefazolin.
  const others = askedDrugs.filter((drug) => !allergy.names.includes(drug));
  const asked = (others.length > 0 ? others : askedDrugs).flatMap((drug) => kinshipOf(drug, allergy) ?? []);
  const own = ownNamesOf(allergy.names).map(conceptTerm);
  // A substance unknown to the terminology is matched by its words.
  const looked = own.length > 0 ? own : wordsOf(allergy.written);
  const naming = citations.filter(({ excerpt }) => {
    const terms = termsIn(excerpt);
    return own.length > 0
      ? looked.some((term) => terms.has(term))
      : looked.length > 0 && looked.every((term) => terms.has(term));
  });
  return [
    ...(asked.length === 0
      ? []
      : [`Known allergy to ${allergy.written}: the question asks about ${asked.join(' and ')}.`]),
    ...(asked.length > 0 || naming.length === 0
      ? []
      : [`Known allergy to ${allergy.written}: it is named in ${marksOf(naming)}.`]),
  ];
};

const isTaken =
  /\b(?:tak(?:e|es|en|ing)|took|us(?:e|es|ed|ing)|within|receiv(?:e|es|ed|ing)|prescribed|on)\b/i;

/** An instruction for patients on a drug: "Patients who take beta blockers: …". */
const addressesTakers =
  /\b(?:patients?|those|people|persons?|anyone|if)\b[^.;:]{0,30}\b(?:tak(?:e|es|ing)|on|us(?:e|es|ing)|prescribed|received)\b/i;

const lineOf = (blocks: readonly Block[], index: number): string => (blocks[index]?.lines ?? []).join('\n');

const shortened = (text: string): string => {
  const line = withoutOwnReferences(text.replace(/\s+/g, ' ').trim());
  return line.length <= longestLine ? line : `${line.slice(0, line.lastIndexOf(' ', longestLine))} […]`;
};

/** Quotes the statements of a document that forbid or withhold something for patients on a drug. */
const statementsAgainst = (
  { blocks, terms }: OutlinedDocument,
  family: ReadonlySet<string>,
): readonly string[] =>
  blocks.flatMap(({ kind, passage }, index) => {
    const own = terms[index];
    if (kind === 'heading' || own === undefined || ![...family].some((term) => own.has(term))) return [];
    const heads = headsOf(blocks, index).filter((head) => blocks[head]?.kind !== 'heading');
    const head = heads.find((at) => prohibits(lineOf(blocks, at)));
    // An item under "Contraindications" forbids without a word of prohibition.
    const section = headsOf(blocks, index).find((at) => blocks[at]?.kind === 'heading');
    const restriction =
      section !== undefined && headsRestrictions(lineOf(blocks, section))
        ? `${plainHeading(lineOf(blocks, section))}:`
        : undefined;
    const introduced = head === undefined ? restriction : lineOf(blocks, head);
    return splitStatements(lineOf(blocks, index)).flatMap(({ text }) => {
      // A statement about another drug of the class does not apply: this drug or the class must be named.
      const named = conceptTermsIn(text);
      if (![...family].some((term) => named.has(term))) return [];
      const mark = ocrMark([passage]);
      if (addressesTakers.test(text)) return [`“${shortened(text)}”${mark}`];
      if (!prohibits(text))
        return introduced === undefined ? [] : [`“${shortened(`${introduced} ${text}`)}”${mark}`];
      // "Do not give nitroglycerin below 100 mmHg" does not warn a patient on nitroglycerin about another drug.
      const isOfAnother = [text, ...heads.map((at) => lineOf(blocks, at))].some((line) =>
        [...conceptTermsIn(line)].some((term) => isOtherDrug(term, family)),
      );
      return isOfAnother || isTaken.test(text) ? [`“${shortened(text)}”${mark}`] : [];
    });
  });

const isOtherDrug = (term: string, family: ReadonlySet<string>): boolean =>
  !family.has(term) && term.startsWith(conceptTerm('')) && conceptByName.get(term.slice(1))?.kind === 'drug';

const compareMedication = (
  medication: KnownSubstance,
  citations: readonly Cited[],
  said: readonly string[],
): readonly string[] => {
  const family = new Set(medication.names.map(conceptTerm));
  if (family.size === 0) return [];
  const against = citations.flatMap(({ n, document }) =>
    statementsAgainst(document, family)
      .filter((line) => !said.some((remark) => comparable(remark).includes(comparable(line))))
      .map((line) => `${line} [${n}]`),
  );
  const lines = [...new Set(against)].slice(0, mostLines);
  return lines.length === 0 ? [] : [`Known medication ${medication.written}: ${lines.join(' ')}`];
};

/**
 * Returns sentences that warn about the patient: allergies to a drug asked for or quoted, or to its class, and lines
 * of the cited documents that forbid, withhold or change something for patients on a known medication.
 *
 * @param askedDrugs preferred names of the drugs of the question
 * @param said remarks already made, whose statements are not repeated
 */
export const compareWithPatient = (
  { allergies, medications }: Pick<PatientFacts, 'allergies' | 'medications'>,
  askedDrugs: readonly string[],
  citations: readonly Cited[],
  said: readonly string[] = [],
): readonly string[] => [
  ...allergies.flatMap((allergy) => compareAllergy(allergy, askedDrugs, citations)),
  ...medications.flatMap((medication) => compareMedication(medication, citations, said)),
];
