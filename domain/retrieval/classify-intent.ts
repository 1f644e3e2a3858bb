import type { QueryIntent, QueryInterpretation } from './query-interpretation.ts';

/** What the classifier looks at. */
export type IntentSignals = {
  /** Lower case, corrected and expanded. */
  readonly text: string;
  readonly entities: QueryInterpretation['entities'];
  readonly population: QueryInterpretation['population'];
  readonly protocolNumbers: readonly string[];
};

type IntentRule = {
  readonly intent: QueryIntent;
  /** Higher wins; the first seven are the priorities of the protocol guide. */
  readonly priority: number;
  /** How sure a match makes. */
  readonly confidence: number;
  readonly matches: (signals: IntentSignals) => boolean;
};

const says =
  (pattern: RegExp) =>
  ({ text }: IntentSignals): boolean =>
    pattern.test(text);

const dosing =
  /\b(?:dos(?:e|es|ing|age)|how much|how many (?:mg|mcg|ml|units|grams|doses|rounds)|m(?:g|cg)\b|max(?:imum)?|repeat|concentration|infusion rate|drip rate|mg\/kg|ml\/kg|titrat\w*)/;

/**
 * The one vocabulary of intents. The protocol guide's seven keep their priorities; those of the orchestrator and of
 * the search design rank below them, because they are coarser.
 */
export const intentRules: readonly IntentRule[] = [
  {
    intent: 'contraindication_check',
    priority: 100,
    confidence: 0.9,
    matches: says(
      /\b(?:contraindicat\w*|can i give|can we give|can you give|safe to|is it safe|ok to (?:give|use)|okay to|ok for|ok to|should i avoid|avoid|allowed|do not give|when not to|interact\w*|(?:with|after|on|took) (?:viagra|cialis|levitra|sildenafil|tadalafil)|precautions?|hold if|withhold)\b|\bis \w+ ok\b/,
    ),
  },
  {
    intent: 'pediatric_specific',
    priority: 90,
    confidence: 0.9,
    matches: ({ population }) => population === 'pediatric' || population === 'neonatal',
  },
  {
    intent: 'differential_diagnosis',
    priority: 80,
    confidence: 0.9,
    matches: says(
      /\b(?:versus|vs\.?|differential|difference between|diagnos\w*|distinguish|tell apart|differentiate|work ?up|causes? of|compared? (?:to|with))\b/,
    ),
  },
  {
    intent: 'protocol_lookup',
    priority: 75,
    confidence: 0.95,
    matches: ({ protocolNumbers, text }) =>
      protocolNumbers.length > 0 ||
      /\b(?:which|what) (?:protocol|policy|reference|ref)\b|\btable of contents\b/.test(text),
  },
  {
    intent: 'procedure_steps',
    priority: 70,
    confidence: 0.85,
    matches: (signals) =>
      /\b(?:how (?:to|do (?:i|you|we))|steps?|procedure|technique|perform\w*|insert\w*|placement|set ?up|apply|mix(?:ing)?)\b/.test(
        signals.text,
      ) && !(signals.entities.drugs.length > 0 && dosing.test(signals.text)),
  },
  {
    intent: 'assessment_criteria',
    priority: 60,
    confidence: 0.85,
    matches: says(
      /\b(?:criteria|criterion|score|scale|signs?|symptoms?|assess\w*|evaluat\w*|when (?:should|do|can|to)|cutoff|threshold|counts as|qualif\w*|indications?|positive|who (?:goes|gets)|inclusion|exclusion|definition|triage)\b/,
    ),
  },
  {
    intent: 'medication_dosing',
    priority: 50,
    confidence: 0.9,
    matches: ({ text, entities }) =>
      dosing.test(text) && (entities.drugs.length > 0 || /\bmedication\b/.test(text)),
  },
  {
    intent: 'drug_information',
    priority: 45,
    confidence: 0.85,
    matches: ({ text, entities }) =>
      entities.drugs.length > 0 &&
      (/\b(?:side effects?|adverse|toxicity|mechanism|onset|half.?life|drug|medication|class|brand|what is)\b/.test(
        text,
      ) ||
        entities.conditions.length === 0),
  },
  {
    intent: 'case_consultation',
    priority: 40,
    confidence: 0.75,
    matches: says(
      /\b(?:\d{1,3}\s?(?:-|\s)?(?:year|month|yo|y\/o)\b.*\b(?:with|presents?|presenting|complain\w*|history|found)|my patient|case of)/,
    ),
  },
  {
    intent: 'guideline',
    priority: 35,
    confidence: 0.85,
    matches: says(
      /\b(?:guidelines?|recommendations?|recommended|evidence|aha|acc|who guideline|policy|policies|protocols?|standards?)\b/,
    ),
  },
  {
    intent: 'treatment',
    priority: 30,
    confidence: 0.85,
    matches: ({ text, entities }) =>
      /\b(?:treat\w*|manag\w*|therap\w*|what (?:do|should) (?:i|we)|give|care|first line)\b/.test(text) ||
      (entities.conditions.length > 0 && entities.drugs.length > 0),
  },
];

/**
 * The intent names of the requirement documents, mapped to the one vocabulary: the orchestrator's (`diagnosis`,
 * `treatment`, `drug_info`, `guideline`, `case_consultation`, `general`) and the search design's (`dosing`, `safety`,
 * `management`, `diagnosis`, `drug_reference`, `general`); the protocol guide's names are kept.
 */
export const intentNames: Readonly<Record<string, QueryIntent>> = {
  contraindication_check: 'contraindication_check',
  pediatric_specific: 'pediatric_specific',
  differential_diagnosis: 'differential_diagnosis',
  protocol_lookup: 'protocol_lookup',
  procedure_steps: 'procedure_steps',
  assessment_criteria: 'assessment_criteria',
  medication_dosing: 'medication_dosing',
  diagnosis: 'differential_diagnosis',
  treatment: 'treatment',
  management: 'treatment',
  drug_info: 'drug_information',
  drug_reference: 'drug_information',
  dosing: 'medication_dosing',
  safety: 'contraindication_check',
  guideline: 'guideline',
  case_consultation: 'case_consultation',
  general: 'general',
};

/** The intent with the highest priority among those that match; `general` when none does. */
export const classifyIntent = (
  signals: IntentSignals,
): { readonly intent: QueryIntent; readonly confidence: number } => {
  const matching = intentRules.find((rule) => rule.matches(signals));
  if (matching) return { intent: matching.intent, confidence: matching.confidence };
  const hasEntity = Object.values(signals.entities).some((names) => names.length > 0);
  return { intent: 'general', confidence: hasEntity ? 0.7 : /[\p{L}\p{N}]/u.test(signals.text) ? 0.6 : 0 };
};
