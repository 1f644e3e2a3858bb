import { namesDose } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { conceptTerm } from '../lexical/lexical-query.ts';
import type { Passage } from '../passage.ts';
import { normalizeProtocolNumber, protocolFamily, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryIntent } from '../query/query-intent.ts';
import { recommendationStrength } from '../recommendations/recommendation-strength.ts';
import { populationAgreement } from './population-agreement.ts';
import {
  type Candidate,
  coverage,
  type RankContext,
  type RankFeature,
  shareOfTerms,
} from './rank-context.ts';
import { sourceFeatures } from './source-features.ts';
import { titleMatch } from './title-match.ts';

const weightBased = /\/\s*kg\b|\bper kg\b|\bweight[- ]based\b|\bcolor code\b|\blength[- ]based\b/i;
const steps = /^[^\S\r\n\u2028\u2029]*(?:\d{1,2}[.)]|[a-z][.)]|[•▪◦-])\s+\S/gim;
const warning =
  /contra-?indicat|do not (?:give|administer|use)|\bavoid\b|\bhold\b|caution|\bunless\b|should not|must not|not recommended|\bwithhold\b/i;
const criteria =
  /criteria|\bif any\b|\bone or more\b|\ball of the following\b|\bany of the following\b|positive|score|\bsigns\b|symptoms|[<>≤≥]\s?\d/i;

const isWeightBased = weakMemoize(({ text }: Passage) => weightBased.test(text));
const isWarning = weakMemoize(({ text }: Passage) => warning.test(text));
const namesCriteria = weakMemoize(({ text }: Passage) => criteria.test(text));
const stepsIn = weakMemoize(({ text }: Passage) => text.match(steps)?.length ?? 0);

/** All names of some drugs, in lower case. */
const namesOf = weakMemoize((drugs: readonly string[]): readonly string[] =>
  drugs.flatMap((drug) => [drug, ...(conceptByName.get(drug)?.also ?? [])]).map((name) => name.toLowerCase()),
);
const holdsDose = weakMemoize(({ text }: Passage) => namesDose(text));

/** Whether a dose is on a line that names one of the drugs, or within the two lines after it. */
const doseNearDrug = ({ passage }: Candidate, drugs: readonly string[]): number => {
  if (!holdsDose(passage)) return 0;
  const names = namesOf(drugs);
  let reach = 0;
  for (const line of passage.text.split('\n')) {
    const lower = line.toLowerCase();
    if (names.some((name) => lower.includes(name))) reach = 3;
    if (reach > 0 && namesDose(line)) return 1;
    reach -= 1;
  }
  return 0;
};

/** Sections by what the answer to each intent is usually found under (protocol guide, "Section priority"). */
const sectionPriority: readonly (readonly [RegExp, Partial<Record<QueryIntent, number>>])[] = [
  [
    /dos(?:e|ing|age)|medication|drug|formulary/i,
    { medication_dosing: 1, pediatric_specific: 0.8, drug_information: 1, contraindication_check: 0.6 },
  ],
  [
    /contra-?indicat|precaution|warning|special consideration/i,
    { contraindication_check: 1, drug_information: 0.6, medication_dosing: 0.3 },
  ],
  [
    /treatment|management|intervention|therapy/i,
    { treatment: 1, medication_dosing: 0.7, pediatric_specific: 0.7, procedure_steps: 0.6, general: 0.3 },
  ],
  [/procedure|technique|steps/i, { procedure_steps: 1 }],
  [
    /assess|criteria|indication|definition|signs|symptoms|triage/i,
    { assessment_criteria: 1, differential_diagnosis: 0.8, contraindication_check: 0.3 },
  ],
  [/policy|principle|purpose/i, { protocol_lookup: 0.6, general: 0.4, guideline: 0.6 }],
];

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

/** Whether a document is wanted, by what it is about, rather than what it says. */
const asksForDocument = ({ interpretation: { intent, original } }: RankContext): boolean =>
  intent === 'guideline' || intent === 'protocol_lookup' || documentWord.test(original);

const titleMatches = weakMemoize(
  ({ candidates, subjects, subjectWeights }: RankContext): ReadonlyMap<Candidate, number> =>
    new Map(
      candidates.map((candidate) => [candidate, titleMatch(candidate.passage, subjects, subjectWeights)]),
    ),
);
const matchOfTitle = (candidate: Candidate, context: RankContext): number =>
  titleMatches(context).get(candidate) ?? 0;

/** Agreement from which a question and a title are the same but for a word of no account. */
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
    // Who asks for a policy by its subject wants the one so titled, and not its neighbours.
    name: 'title_match',
    weight: 2.5,
    applies: (context) =>
      asksForDocument(context) || context.candidates.some((candidate) => isTitledSo(candidate, context)),
    value: (candidate, context) =>
      asksForDocument(context) || isTitledSo(candidate, context) ? matchOfTitle(candidate, context) : 0,
  },
  {
    name: 'section',
    weight: 0.4,
    applies: always,
    value: ({ fields }, { subject }) => shareOfTerms(subject, (term) => fields(term).section),
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
    name: 'warning',
    weight: 0.5,
    applies: intentIs('contraindication_check'),
    value: ({ passage }) => (isWarning(passage) ? 1 : 0),
  },
  {
    name: 'steps',
    weight: 0.3,
    applies: intentIs('procedure_steps'),
    value: ({ passage }) => Math.min(1, stepsIn(passage) / 3),
  },
  {
    name: 'criteria',
    weight: 0.4,
    applies: intentIs('assessment_criteria', 'differential_diagnosis'),
    value: ({ passage }) => (namesCriteria(passage) ? 1 : 0),
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
    name: 'section_priority',
    weight: 0.15,
    applies: always,
    value: ({ passage }, { interpretation }) => {
      const path = passage.sectionPath.join(' ');
      return sectionPriority.reduce(
        (most, [pattern, values]) =>
          pattern.test(path) ? Math.max(most, values[interpretation.intent] ?? 0) : most,
        0,
      );
    },
  },
  {
    name: 'content_type',
    weight: 0.15,
    applies: intentIs('medication_dosing', 'procedure_steps', 'assessment_criteria'),
    value: ({ passage }, { interpretation }) => {
      const wanted = {
        medication_dosing: 'medication',
        procedure_steps: 'procedure',
        assessment_criteria: 'assessment',
      };
      const kind = Object.entries(wanted).find(([intent]) => intent === interpretation.intent)?.[1];
      return passage.contentType === kind ? 1 : 0;
    },
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
