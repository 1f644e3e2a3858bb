import { namesDose } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import type { Passage } from '../passage.ts';
import { normalizeProtocolNumber, protocolFamily, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryIntent } from '../query/query-intent.ts';
import { recommendationStrength } from '../recommendations/recommendation-strength.ts';
import { answerForm } from './answer-form.ts';
import { ownWords, wordPairs } from './own-words.ts';
import { populationAgreement } from './population-agreement.ts';
import {
  type Candidate,
  coverage,
  type RankContext,
  type RankFeature,
  shareOfTerms,
} from './rank-context.ts';
import { sectionAside, sectionFit } from './section-fit.ts';
import { sourceFeatures } from './source-features.ts';
import { titleMatch } from './title-match.ts';

const weightBased = /\/\s*kg\b|\bper kg\b|\bweight[- ]based\b|\bcolor code\b|\blength[- ]based\b/i;

const isWeightBased = weakMemoize(({ text }: Passage) => weightBased.test(text));

/** All names of some drugs, in lower case. */
const namesOf = weakMemoize((drugs: readonly string[]): readonly string[] =>
  drugs.flatMap((drug) => [drug, ...(conceptByName.get(drug)?.also ?? [])]).map((name) => name.toLowerCase()),
);
const holdsDose = weakMemoize(({ text }: Passage) => namesDose(text));
/** The lines of a passage that name a dose: parsed once, whatever is asked. */
const doseLines = weakMemoize(({ text }: Passage): readonly number[] =>
  text.split('\n').flatMap((line, at) => (namesDose(line) ? [at] : [])),
);

/** Whether a dose is on a line that names one of the drugs, or within the two lines after it. */
const doseNearDrug = ({ passage }: Candidate, drugs: readonly string[]): number => {
  if (!holdsDose(passage)) return 0;
  const names = namesOf(drugs);
  const lines = passage.text.toLowerCase().split('\n');
  return doseLines(passage).some((at) =>
    lines.slice(Math.max(0, at - 2), at + 1).some((line) => names.some((name) => line.includes(name))),
  )
    ? 1
    : 0;
};

/** The part of a passage in which a protocol bound with others into one file states its own number. */
const headCharacters = 300;
/** short input: 300 characters. */
const ownNumber = /(?:\b(?:no\.?|number)|#)\s*([\w.-]{0,40}\w)\s*$/i;

/** Whether one of the first lines ends with "… No. <number>", as title lines do and cross-references do not. */
const announcesItself = (text: string, asked: string): boolean =>
  text
    .slice(0, headCharacters)
    .split('\n')
    .some((line) => protocolNumberKey(ownNumber.exec(line)?.[1] ?? '') === protocolNumberKey(asked));

const numberMatch = (candidate: Candidate, { interpretation }: RankContext): number => {
  const child = interpretation.population === 'pediatric' || interpretation.population === 'neonatal';
  let best = 0;
  for (const asked of interpretation.protocolNumbers.map(normalizeProtocolNumber)) {
    const key = protocolNumberKey(asked);
    for (const number of candidate.protocolNumbers) {
      const candidateKey = protocolNumberKey(number);
      if (candidateKey === key) best = Math.max(best, 1);
      else if (child && candidateKey === `${key}p`) best = Math.max(best, 1);
      else if (protocolFamily(candidateKey) === protocolFamily(key)) best = Math.max(best, 0.7);
    }
    if (candidate.fields(asked).body) {
      best = Math.max(best, announcesItself(candidate.passage.text, asked) ? 0.9 : 0.15);
    }
  }
  return best;
};

const leadersIn = weakMemoize(({ text }: Passage) => text.match(/\.{5,}|(?:\. ){5,}/g)?.length ?? 0);

/** Lists of titles and numbers answer "which protocol", and nothing else. */
const isDirectory = ({ passage, fields }: Candidate): boolean =>
  fields(conceptTerm('table of contents')).title || leadersIn(passage) > 3;

const intentIs =
  (...intents: readonly QueryIntent[]) =>
  ({ interpretation }: RankContext): boolean =>
    intents.includes(interpretation.intent);

const always = (): boolean => true;

const documentWord =
  /\b(?:protocols?|polic(?:y|ies)|guidelines?|procedures?|sops?|directives?|standing orders?)\b/i;

/** Whether the question wants a document by its subject rather than a statement in it. */
const asksForDocument = ({ interpretation: { intent, original } }: RankContext): boolean =>
  intent === 'guideline' || intent === 'protocol_lookup' || documentWord.test(original);

const asksForPassage = (context: RankContext): boolean => !asksForDocument(context);

const titleMatches = weakMemoize(
  ({ candidates, subjects, subjectWeights }: RankContext): ReadonlyMap<Candidate, number> =>
    new Map(
      candidates.map((candidate) => [candidate, titleMatch(candidate.passage, subjects, subjectWeights)]),
    ),
);
const matchOfTitle = (candidate: Candidate, context: RankContext): number =>
  titleMatches(context).get(candidate) ?? 0;

/** Agreement from which a question and a title are the same except for a negligible word. */
const sameAsTitle = 0.95;
const isTitledSo = (candidate: Candidate, context: RankContext): boolean =>
  matchOfTitle(candidate, context) >= sameAsTitle;

/** Every signal of ranking with its weight, after the tables of the protocol guide. */
export const rankFeatures: readonly RankFeature[] = [
  {
    name: 'protocol_number',
    weight: 6,
    applies: ({ interpretation }) => interpretation.protocolNumbers.length > 0,
    value: numberMatch,
  },
  { name: 'lexical', weight: 4, applies: always, value: ({ evidence }) => evidence.lexical },
  { name: 'dense', weight: 1, applies: always, value: ({ evidence }) => evidence.dense },
  { name: 'fused', weight: 0.3, applies: always, value: ({ evidence }) => evidence.fused },
  { name: 'coverage', weight: 1.6, applies: always, value: coverage },
  {
    name: 'title',
    weight: 0.8,
    applies: always,
    value: ({ fields }, { subject }) => shareOfTerms(subject, (term) => fields(term).title),
  },
  {
    // A question for a policy by its subject wants the one with that title, not its neighbours.
    name: 'title_match',
    weight: 2.5,
    applies: (context) =>
      asksForDocument(context) || context.candidates.some((candidate) => isTitledSo(candidate, context)),
    value: (candidate, context) =>
      asksForDocument(context) || isTitledSo(candidate, context) ? matchOfTitle(candidate, context) : 0,
  },
  {
    name: 'population',
    weight: 1.2,
    applies: always,
    value: ({ passage }, { interpretation }) => populationAgreement(passage, interpretation),
  },
  {
    name: 'dose_of_drug',
    weight: 0.8,
    applies: (context) =>
      context.interpretation.entities.drugs.length > 0 &&
      intentIs('medication_dosing', 'pediatric_specific', 'drug_information', 'treatment')(context),
    value: (candidate, { interpretation }) => doseNearDrug(candidate, interpretation.entities.drugs),
  },
  {
    name: 'weight_based',
    weight: 0.3,
    applies: intentIs('pediatric_specific'),
    value: ({ passage }) => (isWeightBased(passage) ? 1 : 0),
  },
  {
    name: 'answer_form',
    weight: 0.3,
    applies: always,
    value: ({ passage }, { kind }) => answerForm(kind, passage),
  },
  {
    // "Section priority" (protocol guide): where the answer to a question of this sort is usually found …
    name: 'section_fit',
    weight: 0.3,
    applies: always,
    value: ({ passage }, { kind }) => sectionFit(kind, passage.sectionRole),
  },
  {
    // … and where it is not, though its words are.
    name: 'section_aside',
    weight: -1,
    applies: always,
    value: ({ passage }, { kind }) => sectionAside(kind, passage.sectionRole),
  },
  { name: 'own_words', weight: 2, applies: asksForPassage, value: ownWords },
  { name: 'word_pairs', weight: 0.6, applies: asksForPassage, value: wordPairs },
  {
    // A document begins with its subject.
    name: 'first_passage',
    weight: 0.3,
    applies: always,
    value: ({ passage }) => (passage.index === 0 ? 1 : 0),
  },
  {
    // "Prioritize official guidelines with high recommendation class" (semantic search design, "How Conductor Uses
    // Search Results"): those who ask for a guideline want to know what it recommends most.
    name: 'recommendation',
    weight: 0.3,
    applies: intentIs('guideline'),
    value: ({ passage }) => recommendationStrength(passage.recommendations),
  },
  {
    name: 'short_text',
    weight: -0.5,
    applies: always,
    value: ({ passage }) => (passage.text.length < 200 ? 1 - passage.text.length / 200 : 0),
  },
  {
    name: 'directory',
    weight: -1.5,
    applies: ({ interpretation }) =>
      !/\b(?:which|what|list|index|contents?)\b/i.test(interpretation.original),
    value: (candidate) => (isDirectory(candidate) ? 1 : 0),
  },
  ...sourceFeatures,
];
