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

/** Shorter words are not distinctive. */
const shortestWord = 4;
/** The stems by which a name is recognized in any inflection. */
const wordsOfName = (name: string): readonly string[] =>
  tokenize(name)
    .map(({ text }) => stem(text))
    .filter((word) => word.length >= shortestWord);

/** The class that stands for a drug not named itself, as "sexually enhancing drugs" does for sildenafil. */
const namedAsClass = (name: string, terms: ReadonlySet<string>): string | undefined =>
  drugClassesOf(name).find((drugClass) => terms.has(conceptTerm(drugClass)));

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const quotedText = (citations: readonly AnswerCitation[]): string =>
  citations.flatMap(({ parts }) => parts.map(({ text }) => text)).join('\n');

/**
 * Returns sentences that name what was asked for and not found: a confident excerpt about something else is worse
 * than silence.
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
  // A text about one drug of a class says nothing about another: the class itself must be named.
  const quotedThemselves = conceptTermsQuoted(parts);
  const byClass = drugs.flatMap((name) => {
    const drugClass = isAnywhere(name, quoted) ? undefined : namedAsClass(name, quotedThemselves);
    return drugClass === undefined ? [] : [{ name, drugClass }];
  });
  // Drugs known to the terminology by name only.
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
      ? // A condition has too many wordings: a text with one of its words may name it.
        (terms) => namesConcept(name, terms) || words.some((word) => terms.has(word))
      : // "Calcium" is read as two salts; finding one suffices, since the other was not named.
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
        `These excerpts do not name ${name} itself, only its class (${drugClass}): statements about the class apply to it too.`,
    ),
    ...(nowhere.length === 0 ? [] : [`None of the results names ${listed(nowhere)}.`]),
    ...(unquoted.length === 0 ? [] : [`None of these excerpts names ${listed(unquoted)}.`]),
    ...explainMissingNumbers(
      interpretation,
      results.map(({ passage }) => passage),
    ),
  ];
};

/** An amount this many lines below a drug's name may still belong to it. */
const linesOfDose = 4;

/** The end of the lines in which an amount may occur; a table that begins there counts whole, however long. */
const endOfDose = (lines: readonly string[], from: number): number => {
  let end = Math.min(lines.length, from + linesOfDose);
  while (lines[end - 1]?.startsWith('|') === true && lines[end]?.startsWith('|') === true) end += 1;
  return end;
};

/** Names the drugs whose dose was asked for but has no amount in any quoted line. */
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
  // "Calcium" asks for either of two salts; one of them answers.
  const isOfSameWord = (name: string): boolean =>
    drugs.some((other) => !without.includes(other) && other.split(' ')[0] === name.split(' ')[0]);
  const missing = without.filter((name) => !isOfSameWord(name));
  return missing.length === 0 ? [] : [`None of these excerpts gives an amount of ${listed(missing)}.`];
};

/** A reference to another document for a dose or size, such as "dose per MCG 1309". */
const leftToReference =
  /\b(?:dos(?:e|es|ing|age)|siz(?:e|es|ing))\b[^.\n]{0,40}?\bper\s+((?:MCG|TP|Ref(?:erence)?\.?(?:\s*No\.?)?)\s*(\d{3,4}(?:\.\d{1,2})?))/gi;

/** Names the references that quoted lines rely on for doses and that are not quoted themselves. */
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

/** Notes which excerpts are for children if the question names no age. */
export const populationNote = (
  interpretation: QueryInterpretation,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  // An age between those of children and adults is an age all the same.
  if (interpretation.population !== undefined || interpretation.entities.ages.length > 0) return [];
  const forChildren = citations.filter(({ passage }) =>
    ['pediatric', 'neonatal'].includes(patientsOf(passage) ?? ''),
  );
  if (forChildren.length === 0 || forChildren.length === citations.length) return [];
  const marks = forChildren.map(({ n }) => `[${n}]`).join(' ');
  return [
    `The question names no age: ${marks} ${forChildren.length === 1 ? 'is' : 'are'} written for children.`,
  ];
};

/** Whether a percentage is next to a drug: "3% saline", "lidocaine 2%", not "burns of 40%". */
const isBesideDrug = (text: string, { start, end }: Quantity): boolean => {
  const before = text.slice(0, start).trimEnd().split(' ').at(-1) ?? '';
  const after = text.slice(end).trimStart().split(' ')[0] ?? '';
  return [...termsIn(`${before}\n${after}`)].some(isDrugTerm);
};

/** A key for equal strengths: "D50" and "50%", "1:1,000" and "1 mg/mL". */
const strengthOf = ({ kind, unit, low }: Quantity): string | undefined => {
  if (kind === 'share') return `${low * 10} mg/mL`;
  return kind === 'strength' ? `${low} ${unit}` : undefined;
};

/** Names the requested strengths of a drug that are not quoted: D10 does not answer a question about D50. */
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
    : [
        `None of these excerpts names ${listed([...new Set(missing)])}: any strength they give may be a different one.`,
      ];
};

const together = /\b(?:with|together|combin\w*|interact\w*|mix\w*|plus|after|before|while|on)\b/i;

/** Notes that no quoted step names both drugs of a combination that was asked about. */
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
  return isTogether ? [] : [`None of these excerpts mentions ${one} and ${another} together.`];
};

const childWords = new RegExp(
  String.raw`\b(?:${patientSource('pediatric', 'neonatal')}|mg\/kg|years?)\b`,
  'iu',
);
const expecting = new RegExp(
  String.raw`\b(?:${patientSource('pregnant')}|gestation\w*|trimester|obstetric\w*|labor|delivery|eclampsia)\b`,
  'iu',
);

/**
 * The visible text of a citation: its excerpt, its notes and a heading spanning two columns, which alone may name
 * patients.
 */
const readOf = ({ excerpt, parts }: AnswerCitation): string =>
  [
    excerpt,
    ...parts.flatMap(({ section, notes }) => [...notes, ...(section.includes(' | ') ? [section] : [])]),
  ].join('\n');

const marked = (citations: readonly AnswerCitation[]): string => citations.map(({ n }) => `[${n}]`).join(' ');

/** Notes which excerpts are not for this patient: adult ones for a child, or none about pregnancy. */
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
      ? [`${marked(forAdults)} ${forAdults.length === 1 ? 'does' : 'do'} not say what applies to children.`]
      : []),
    ...(population === 'adult' && forChildren.length > 0
      ? [`${marked(forChildren)} ${forChildren.length === 1 ? 'is' : 'are'} written for children.`]
      : []),
    ...(pregnant === true &&
    !citations.some(({ excerpt, passage }) => expecting.test(`${passage.title}\n${excerpt}`))
      ? ['None of these excerpts mentions pregnancy.']
      : []),
  ];
};
