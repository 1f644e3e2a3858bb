import { tokenize } from '../../language/tokenize.ts';
import type { QueryIntent } from '../../retrieval/query/query-intent.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { isFrameWord } from '../follow-up/question-parts.ts';
import type { QuestionIntent } from './question-intent.ts';

type Kind = QuestionIntent['intent'];

/**
 * Below this confidence, no source is left out because of the intent (failure matrix), unless settings say otherwise.
 */
const SURE_ENOUGH = 0.3;
/** A word that names the intent (rule-based classifier of the orchestrator's requirements). */
const BY_WORD = 0.9;
/** The confidence without a known subject: below 0.5, so that a clarification may be asked for. */
const WITHOUT_SUBJECT = 0.4;
/** From this many words on, the description of a patient is a case rather than a question that mentions an age. */
const CASE_FROM_WORDS = 20;

/** The intent of a question that is not understood: all sources are searched. */
const unknownIntent: QuestionIntent = { intent: 'general', confidence: 0, by: 'default' };

const wording: readonly (readonly [Kind, RegExp])[] = [
  ['diagnosis', /\b(?:differentials?|diagnos(?:is|es|e|ed|ing|tic)|ddx)\b/],
  ['treatment', /\b(?:treat(?:ment|ments|ed|ing|s)?|manag(?:e|es|ed|ing|ement)|therap(?:y|ies))\b/],
  ['drug_info', /\b(?:drugs?|medications?|meds|dos(?:e|es|ing|age))\b/],
  ['guideline', /\b(?:guidelines?|recommendations?|recommended|protocols?|polic(?:y|ies))\b/],
];

const aboutCase =
  /\b(?:case (?:of|discussion|consult\w*|presentation)|discuss (?:a|this|the|my) (?:case|patient)|second opinion)\b/;
const finding = /\b(?:signs?|symptoms?|assess\w*|evaluat\w*|scores?|scale)\b/;

const isLongCase = (text: string, { entities: { ages } }: QueryInterpretation): boolean =>
  ages.length > 0 &&
  /\b(?:with|presents?|presenting|history|complain\w*|found)\b/.test(text) &&
  (text.match(/\S+/g)?.length ?? 0) >= CASE_FROM_WORDS;

const hasThings = ({ entities: { drugs, conditions, procedures } }: QueryInterpretation): boolean =>
  drugs.length + conditions.length + procedures.length > 0;

/** Whether a question names a subject: a medical concept, a number, or any word that does not merely ask. */
const hasSubject = (interpretation: QueryInterpretation): boolean =>
  interpretation.protocolNumbers.length > 0 ||
  hasThings(interpretation) ||
  tokenize(interpretation.searchedFor).some(({ text }) => !isFrameWord(text));

/** The kind for each intent of the ranking; a population or a criterion alone decides nothing. */
const byReading = (
  intent: QueryIntent,
  text: string,
  { entities: { drugs, conditions, procedures } }: QueryInterpretation,
): Kind => {
  switch (intent) {
    case 'contraindication_check':
    case 'medication_dosing':
    case 'drug_information':
      return 'drug_info';
    case 'differential_diagnosis':
      return 'diagnosis';
    case 'protocol_lookup':
    case 'procedure_steps':
    case 'guideline':
      return 'guideline';
    case 'assessment_criteria':
      return finding.test(text) ? 'diagnosis' : drugs.length > 0 ? 'drug_info' : 'guideline';
    case 'pediatric_specific':
      if (drugs.length > 0) return 'drug_info';
      return conditions.length + procedures.length > 0 ? 'treatment' : 'general';
    case 'treatment':
    case 'case_consultation':
    case 'general':
      return intent;
  }
};

/** The kind named by a question's own words; earlier rows take precedence. */
const byWords = (text: string, { intent, entities: { drugs } }: QueryInterpretation): Kind | undefined => {
  // A contraindication of "thrombolytic therapy" is a question about a drug, and "how to manage" is one about steps.
  if (intent === 'contraindication_check' && drugs.length > 0) return 'drug_info';
  const named = wording.find(([, words]) => words.test(text))?.[0];
  return named === 'treatment' && /\bhow to\b/.test(text) && intent === 'procedure_steps'
    ? 'guideline'
    : named;
};

const read = (interpretation: QueryInterpretation, question: string): QuestionIntent => {
  const text = question.toLowerCase();
  if (aboutCase.test(text) || isLongCase(text, interpretation))
    return { intent: 'case_consultation', confidence: 0.75, by: 'words' };
  const named = byWords(text, interpretation);
  return named === undefined
    ? {
        intent: byReading(interpretation.intent, text, interpretation),
        confidence: interpretation.confidence,
        by: 'reading',
      }
    : { intent: named, confidence: BY_WORD, by: 'words' };
};

/**
 * Classifies a question into the six kinds by which sources are chosen, in addition to the intent of the ranking and
 * without effect on it. Words that name a kind come first, in the order of the requirements' classifier: diagnosis,
 * treatment (unless "how to" asks for steps), drugs, guidelines. If the classifier fails, or its confidence does not
 * reach `sureEnough`, the kind is `general` and all sources are searched.
 *
 * @param interpretation the interpretation of the resolved question
 * @param question the resolved question, including the subject that a follow-up takes over
 * @param classify replaceable in tests of its failure
 * @param sureEnough the confidence threshold of the settings, from 0 to 1
 */
export const classifyIntent = (
  interpretation: QueryInterpretation,
  question: string,
  classify: typeof read = read,
  sureEnough = SURE_ENOUGH,
): QuestionIntent => {
  try {
    const found = classify(interpretation, question);
    const confidence = hasSubject(interpretation)
      ? found.confidence
      : Math.min(found.confidence, WITHOUT_SUBJECT);
    return confidence < sureEnough ? unknownIntent : { ...found, confidence };
  } catch {
    return unknownIntent;
  }
};
