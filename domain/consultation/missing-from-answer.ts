import { namesDose } from '../clinical-text/names-dose.ts';
import { parseQuantities } from '../clinical-text/parse-quantities.ts';
import { patientSource } from '../clinical-text/population.ts';
import type { Quantity } from '../clinical-text/quantity.ts';
import { weakMemoize } from '../kernel/weak-memoize.ts';
import { stem } from '../language/stem.ts';
import { drugNames } from '../language/terminology/drug-names.ts';
import { tokenize } from '../language/tokenize.ts';
import { conceptOfTerm, conceptTerm } from '../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../retrieval/passage.ts';
import { protocolNumberKey, protocolNumbersOf } from '../retrieval/protocol-numbers.ts';
import { explainMissingNumbers } from '../retrieval/query/explain-missing-numbers.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { patientsOf } from '../retrieval/ranking/population-agreement.ts';
import type { AnswerCitation, AnswerSource } from './answer-citation.ts';
import {
  conceptTermsIn,
  drugClassesOf,
  fileTermsOf,
  isDrugTerm,
  surroundingTermsOf,
  termsIn,
} from './excerpt/judge-blocks.ts';
import { headsOf } from './excerpt/outline/block-tree.ts';
import { conceptTermsQuoted, termsQuoted } from './excerpt/quoted-terms.ts';

import { namesConcept } from './names-concept.ts';
import type { PatientFacts } from './patient-facts.ts';

const passageTermsOf = weakMemoize(({ text }: Passage) => termsIn(text));

/** Shorter words distinguish nothing. */
const shortestWord = 4;
/** The words of a name by which it is recognized however it is put. */
const wordsOfName = (name: string): readonly string[] =>
  tokenize(name)
    .map(({ text }) => stem(text))
    .filter((word) => word.length >= shortestWord);

/** What is said of a drug that is not named itself: its class may be, as "sexually enhancing drugs" for sildenafil. */
const namedAsClass = (name: string, terms: ReadonlySet<string>): string | undefined =>
  drugClassesOf(name).find((drugClass) => terms.has(conceptTerm(drugClass)));

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const quotedText = (citations: readonly AnswerCitation[]): string =>
  citations.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n');

/**
 * What was asked for and is not there, as sentences: a confident excerpt about something else hurts more than silence.
 */
export const missingEntities = (
  interpretation: QueryInterpretation,
  results: readonly AnswerSource[],
  citations: readonly AnswerCitation[],
): readonly string[] => {
  const titles = new Set(results.flatMap(({ passage }) => [...surroundingTermsOf(passage)]));
  const parts = citations.flatMap((citation) => citation.parts);
  const quoted = termsQuoted(parts);
  const { drugs, conditions, procedures } = interpretation.entities;
  const devices = [...termsIn(interpretation.searchedFor)].flatMap((term) => {
    const concept = conceptOfTerm(term);
    return concept?.kind === 'equipment' ? [concept.name] : [];
  });
  const isAnywhere = (name: string, terms: ReadonlySet<string>): boolean =>
    namesConcept(name, terms) || namesConcept(name, titles);
  // A text on one drug of a class says nothing of another: the class itself must be named.
  const quotedThemselves = conceptTermsQuoted(parts);
  const byClass = drugs.flatMap((name) => {
    const drugClass = isAnywhere(name, quoted) ? undefined : namedAsClass(name, quotedThemselves);
    return drugClass === undefined ? [] : [{ name, drugClass }];
  });
  // Drugs of which the terminology has only the name.
  const otherDrugs = tokenize(interpretation.searchedFor)
    .map(({ text }) => text)
    .filter((text) => drugNames.has(text) && ![...termsIn(text)].some(isDrugTerm));
  const others = [...new Set([...drugs, ...otherDrugs, ...conditions, ...procedures, ...devices])].filter(
    (name) => !byClass.some((one) => one.name === name),
  );
  const asked = termsIn(interpretation.original);
  const mayBeNamed = (name: string): ((terms: ReadonlySet<string>) => boolean) => {
    const words = wordsOfName(name);
    const typed = words.filter((word) => asked.has(word));
    return conditions.includes(name)
      ? // A condition has too many wordings: where one of its words was read, it may be the one.
        (terms) => namesConcept(name, terms) || words.some((word) => terms.has(word))
      : // "Calcium" is read as two salts; where one of them is, the other was not asked for by name.
        (terms) => namesConcept(name, terms) || (typed.length > 0 && typed.every((word) => terms.has(word)));
  };
  const nowhere = others.filter((name) => {
    const isNamedBy = mayBeNamed(name);
    return !(
      isNamedBy(titles) ||
      citations.some(({ document }) => document.terms.some(isNamedBy)) ||
      results.some(({ passage }) => isNamedBy(passageTermsOf(passage)) || isNamedBy(fileTermsOf(passage)))
    );
  });
  const unquoted = others.filter(
    (name) =>
      drugs.includes(name) &&
      !nowhere.includes(name) &&
      !isAnywhere(name, quoted) &&
      !mayBeNamed(name)(quoted),
  );
  return [
    ...byClass.map(
      ({ name, drugClass }) =>
        `These excerpts do not name ${name} itself, but its class (${drugClass}): what they say of the class is meant for it, too.`,
    ),
    ...(nowhere.length === 0 ? [] : [`Nothing that was found names ${listed(nowhere)}.`]),
    ...(unquoted.length === 0 ? [] : [`None of these excerpts names ${listed(unquoted)}.`]),
    ...explainMissingNumbers(
      interpretation,
      results.map(({ passage }) => passage),
    ),
  ];
};

/** This many lines below its name an amount may still be that of a drug. */
const linesOfDose = 4;

/** Where the lines end that an amount may be in: a table that begins there is one thing, however long it is. */
const endOfDose = (lines: readonly string[], from: number): number => {
  let end = Math.min(lines.length, from + linesOfDose);
  while (lines[end - 1]?.startsWith('|') === true && lines[end]?.startsWith('|') === true) end += 1;
  return end;
};

/** Names the drugs whose dose was asked for and that no quoted line gives an amount of. */
export const dosesMissing = (
  { intent, entities: { drugs } }: QueryInterpretation,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (drugs.length === 0 || (intent !== 'medication_dosing' && intent !== 'pediatric_specific')) return [];
  const quotedLines = citations.flatMap(({ parts }) =>
    parts.flatMap(({ text }) => {
      const lines = text.split('\n');
      return lines.map((line, at) => ({
        terms: termsIn(line),
        hasAmount: namesDose(lines.slice(at, endOfDose(lines, at)).join('\n')),
      }));
    }),
  );
  const without = drugs.filter((name) => {
    const naming = quotedLines.filter(({ terms }) => namesConcept(name, terms));
    return naming.length > 0 && !naming.some(({ hasAmount }) => hasAmount);
  });
  // "Calcium" asks for either of two salts: one that is there answers.
  const isOfSameWord = (name: string): boolean =>
    drugs.some((other) => !without.includes(other) && other.split(' ')[0] === name.split(' ')[0]);
  const missing = without.filter((name) => !isOfSameWord(name));
  return missing.length === 0 ? [] : [`None of these excerpts gives an amount of ${listed(missing)}.`];
};

/** A reference that quoted lines leave a dose or a size to, as "dose per MCG 1309". */
const leftToReference =
  /\b(?:dos(?:e|es|ing|age)|siz(?:e|es|ing))\b[^.\n]{0,40}?\bper\s+((?:MCG|TP|Ref(?:erence)?\.?(?:\s*No\.?)?)\s*(\d{3,4}(?:\.\d{1,2})?))/gi;

/** Names the references that quoted lines leave doses to and that are not quoted themselves. */
export const dosesLeftToReferences = (citations: readonly AnswerCitation[]): readonly string[] => {
  const cited = new Set(
    citations.flatMap(({ passage }) => protocolNumbersOf(passage)).map(protocolNumberKey),
  );
  const references = new Map<string, { readonly name: string; readonly marks: Set<string> }>();
  for (const { n, excerpt } of citations) {
    for (const [, name = '', number = ''] of excerpt.matchAll(leftToReference)) {
      const key = protocolNumberKey(number);
      if (cited.has(key)) continue;
      const known = references.get(key) ?? { name: name.replace(/\s+/g, ' '), marks: new Set<string>() };
      references.set(key, known);
      known.marks.add(`[${n}]`);
    }
  }
  return [...references.values()].map(
    ({ name, marks }) =>
      `${[...marks].join(' ')} ${marks.size === 1 ? 'refers' : 'refer'} to ${name} for doses or sizes, which is not quoted here: look there for the amount and its maximum.`,
  );
};

/** Says which excerpts are for children and which for adults where the question leaves that open. */
export const populationNote = (
  interpretation: QueryInterpretation,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (interpretation.population !== undefined) return [];
  const forChildren = citations.filter(({ passage }) =>
    ['pediatric', 'neonatal'].includes(patientsOf(passage) ?? ''),
  );
  if (forChildren.length === 0 || forChildren.length === citations.length) return [];
  const marks = forChildren.map(({ n }) => `[${n}]`).join(' ');
  return [
    `The question names no age: ${marks} ${forChildren.length === 1 ? 'is' : 'are'} written for children.`,
  ];
};

/** Whether the word right before or after a percentage is a drug: "3% saline", "lidocaine 2%", not "burns of 40%". */
const isBesideDrug = (text: string, { start, end }: Quantity): boolean => {
  const before = text.slice(0, start).trimEnd().split(' ').at(-1) ?? '';
  const after = text.slice(end).trimStart().split(' ')[0] ?? '';
  return [...termsIn(`${before}\n${after}`)].some(isDrugTerm);
};

/** Equal for what is equally strong: "D50" and "50%", "1:1,000" and "1 mg/mL". */
const strengthOf = ({ kind, unit, low }: Quantity): string | undefined => {
  if (kind === 'share') return `${low * 10} mg/mL`;
  return kind === 'strength' ? `${low} ${unit}` : undefined;
};

/** Says which strengths of a drug were asked for and are not quoted: D10 is no answer to a question on D50. */
export const strengthsMissing = (
  { original, entities: { drugs } }: QueryInterpretation,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (drugs.length === 0) return [];
  const asked = parseQuantities(original)
    .filter((one) => one.kind !== 'share' || /^d/i.test(one.written) || isBesideDrug(original, one))
    .filter((one) => strengthOf(one) !== undefined);
  if (asked.length === 0) return [];
  const there = new Set(parseQuantities(quotedText(citations)).map(strengthOf));
  const missing = asked
    .filter((one) => !there.has(strengthOf(one)))
    .map(({ written }) => written.toUpperCase());
  return missing.length === 0
    ? []
    : [`None of these excerpts names ${listed([...new Set(missing)])}: a strength they give may be another.`];
};

const together = /\b(?:with|together|combin\w*|interact\w*|mix\w*|plus|after|before|while|on)\b/i;

/** Says that no quoted step names two drugs together whose combination was asked about. */
export const missingCombination = (
  { original, entities: { drugs } }: QueryInterpretation,
  isOfPermission: boolean,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  const separate = drugs.filter((drug) => !drugs.some((other) => drugClassesOf(drug).includes(other)));
  const [one, another] = separate;
  if (one === undefined || another === undefined || separate.length > 2) return [];
  if (!isOfPermission || !together.test(original)) return [];
  const names = (drug: string, terms: ReadonlySet<string>): boolean =>
    namesConcept(drug, terms) || namedAsClass(drug, terms) !== undefined;
  const isTogether = citations.some(({ document: { blocks }, chosen }) =>
    chosen.some((index) => {
      const step = [index, ...headsOf(blocks, index)].map((at) =>
        conceptTermsIn((blocks[at]?.lines ?? []).join(' ')),
      );
      return [one, another].every((drug) => step.some((own) => names(drug, own)));
    }),
  );
  return isTogether ? [] : [`None of these excerpts speaks of ${one} and ${another} together.`];
};

const childWords = new RegExp(
  String.raw`\b(?:${patientSource('pediatric', 'neonatal')}|mg\/kg|years?)\b`,
  'iu',
);
const expecting = new RegExp(
  String.raw`\b(?:${patientSource('pregnant')}|gestation\w*|trimester|obstetric\w*|labor|delivery|eclampsia)\b`,
  'iu',
);

/** What is read of a citation: its excerpt with its notes and the heads of two columns over it, which alone may name patients. */
const readOf = ({ excerpt, parts }: AnswerCitation): string =>
  [
    excerpt,
    ...parts.flatMap(({ section, notes }) => [...notes, ...(section.includes(' | ') ? [section] : [])]),
  ].join('\n');

const marked = (citations: readonly AnswerCitation[]): string => citations.map(({ n }) => `[${n}]`).join(' ');

/** Says which excerpts are not written for the patient: for adults beside a child, or without a word of a pregnancy. */
export const patientsMissing = (
  { population, pregnant }: Pick<PatientFacts, 'population' | 'pregnant'>,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (citations.length === 0) return [];
  const isForChild = population === 'pediatric' || population === 'neonatal';
  const forAdults = citations.filter((citation) => {
    const writtenFor = patientsOf(citation.passage);
    return writtenFor === 'adult' || (writtenFor === undefined && !childWords.test(readOf(citation)));
  });
  const forChildren = citations.filter(({ passage }) => {
    const writtenFor = patientsOf(passage);
    return writtenFor === 'pediatric' || writtenFor === 'neonatal';
  });
  return [
    ...(isForChild && forAdults.length > 0
      ? [`${marked(forAdults)} ${forAdults.length === 1 ? 'does' : 'do'} not say what holds for children.`]
      : []),
    ...(population === 'adult' && forChildren.length > 0
      ? [`${marked(forChildren)} ${forChildren.length === 1 ? 'is' : 'are'} written for children.`]
      : []),
    ...(pregnant === true &&
    !citations.some(({ excerpt, passage }) => expecting.test(`${passage.title}\n${excerpt}`))
      ? ['None of these excerpts speaks of pregnancy.']
      : []),
  ];
};
