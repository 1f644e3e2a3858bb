import { doseUnitSource, wordedUnitSource } from '../../clinical-text/unit-patterns.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { isDoseUnit, unitSource } from '../../language/units-of-measure.ts';
import type { QueryIntent } from './query-intent.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

/** The input of the classifier. */
type IntentSignals = {
  /**
   * Lower case, as typed and as corrected. Expansions count only when they are words that ask ("tx" is a treatment),
   * not names of things: the "positive" of a positive airway pressure asks for no criteria.
   */
  readonly text: string;
  /** Lower case, corrected and expanded, with things under their full names. */
  readonly expanded: string;
  /** True when a procedure or a device is named. */
  readonly namesDevice: boolean;
  readonly entities: QueryInterpretation['entities'];
  readonly population: QueryInterpretation['population'];
  readonly protocolNumbers: readonly string[];
};

type IntentRule = {
  readonly intent: QueryIntent;
  /** Higher wins; the first seven are those of the protocol guide. */
  readonly priority: number;
  /** The confidence of a match. */
  readonly confidence: number;
  readonly matches: (signals: IntentSignals) => boolean;
};

const says =
  (pattern: RegExp) =>
  ({ text }: IntentSignals): boolean =>
    pattern.test(text);

/** Without litres: oxygen flow in L/min is a setting. */
const measuredOut = unitSource((unit) => isDoseUnit(unit) && unit.kind !== 'form' && unit.symbol !== 'L');
const grams = wordedUnitSource(({ symbol }) => symbol === 'mg' || symbol === 'mcg');
const dosing = new RegExp(
  String.raw`\b(?:dos(?:e|es|ing|age)|how much|how many (?:${doseUnitSource}|doses|rounds)\b|max(?:imum)?|repeat|concentration|infusion rate|drip rate|titrat\w*)|(?<!\d\s?)\b(?:${grams})\b|(?<![a-z])(?:${measuredOut})\/(?:kg|ml)\b`,
);
/** How a drug is given: its speed, rate, route or interval. */
const delivery =
  /\b(?:how (?:fast|quick(?:ly)?|slow(?:ly)?|often|frequently)|over (?:how|what)|(?<!\b(?:heart|respiratory|breathing|pulse|success) )rates?|routes?|(?:slow|fast|rapid|iv|io) (?:push|bolus)|ivp|drip|gtts?|infus(?:e|ed|ion)|intervals?|dilut\w*)\b/;
const perTime = new RegExp(String.raw`(?<![a-z])(?:${measuredOut})\/(?:min|h|hr)\b`);
/** The settings of a device, or the numbers of a procedure. */
const settings =
  /\b(?:settings?|(?<!\b(?:heart|pulse|success) )rates?|ratios?|depth|how (?:deep|fast|hard|high|many|often)|flow|lpm|l\/min|ma|milliamps?|cm ?h2o|(?<!\b(?:blood|airway|expiratory) )pressure|siz(?:e|es|ing)|gauge|dial|titrate)\b/;
const energy =
  /\b(?:how (?:many|much) (?:joules?|j|energy|watts?)|joules?\b|j\/kg|energy (?:dose|level|setting|for)|what energy|shock (?:dose|energy))/;
/** A drug that the patient has already taken is not one to give. */
const taken =
  /\b(?:took|taken|takes|taking|ingest\w*|overdos\w*|swallow\w*|od|prescribed|home meds?|currently on)\b/;

/** An amount or a patient's weight next to a drug asks for its dose, with or without the word. */
const givesAmount = ({ text, entities: { drugs, doses, weights } }: IntentSignals): boolean =>
  drugs.length > 0 && (doses.length > 0 || weights.length > 0) && !taken.test(text);

const asksForDose = (signals: IntentSignals): boolean =>
  (signals.entities.drugs.length > 0 &&
    (dosing.test(signals.text) || delivery.test(signals.text) || perTime.test(signals.text))) ||
  givesAmount(signals);

/** A drug with its route asks for the dose, unless the patient has taken it. */
const namesRouteOfDrug = ({ text, entities: { drugs, routes } }: IntentSignals): boolean =>
  drugs.length > 0 && routes.length > 0 && !taken.test(text);

const asksForSettings = ({ text, namesDevice }: IntentSignals): boolean => namesDevice && settings.test(text);

const asksForEnergy = ({ text, entities: { conditions, procedures, doses } }: IntentSignals): boolean =>
  energy.test(text) || (conditions.length + procedures.length > 0 && doses.some(({ unit }) => unit === 'J'));

/** Doubt about giving something: "should I give", not "how much should I give". */
const mayItBeGiven =
  /(?<!\b(?:when|what|which|where|how|why|who)\b[^?.;]{0,40})\bshould (?:i|we|you|the medics?|paramedics?) (?:\w+ )?(?:give|use|administer|push)\b/;
const mustNotBeGiven =
  /\b(?:contra-?indicat\w*|can i give|can we give|can you give|safe to|is it safe|ok to (?:give|use)|okay to|ok for|ok to|should i avoid|avoid|allowed|do not give|dont give|when not to|interact\w*|(?:with|after|on|took) (?:viagra|cialis|levitra|sildenafil|tadalafil)|precautions?|hold if|withhold|(?:should not|shouldnt|shouldn't|must not|may not|who (?:can ?not|cant|can't)) (?:be given|get|receive|have|take|use|give))\b|\bis \w+ ok\b/;
const harm = /\b(?:side effects?|adverse|toxicit(?:y|ies)|toxic effects?)\b/;
const remedy = /\b(?:treat\w*|manag\w*|antidotes?|revers\w*|overdos\w*|signs?|symptoms?)\b/;

/** Drugs given for an allergic reaction: "epinephrine allergy" asks for a treatment. */
const givenForAllergy: ReadonlySet<string> = new Set([
  'epinephrine',
  'push dose epinephrine',
  'diphenhydramine',
  'hydroxyzine',
  'cetirizine',
  'loratadine',
  'antihistamine',
  'famotidine',
  'methylprednisolone',
  'dexamethasone',
  'prednisone',
  'hydrocortisone',
  'corticosteroid',
  'albuterol',
  'glucagon',
]);

const namesAllergyTo = (text: string, drug: string): boolean =>
  [drug, ...(conceptByName.get(drug)?.also ?? [])].some(
    (name) =>
      text.includes(`allergic to ${name}`) ||
      text.includes(`allergy to ${name}`) ||
      (text.includes(`${name} allerg`) && !givenForAllergy.has(drug)),
  );

const isAllergic = ({ expanded, entities: { drugs } }: IntentSignals): boolean =>
  drugs.some((drug) => namesAllergyTo(expanded, drug));

/**
 * The rules of the shared vocabulary of intents. The protocol guide's seven keep their priorities; those of the
 * orchestrator and of the search design rank below them, because they are coarser.
 */
const intentRules: readonly IntentRule[] = [
  {
    intent: 'contraindication_check',
    priority: 100,
    confidence: 0.9,
    matches: (signals) => {
      const { text, entities } = signals;
      if (mustNotBeGiven.test(text) || isAllergic(signals)) return true;
      if (mayItBeGiven.test(text)) return entities.drugs.length > 0;
      const ofMedication = entities.drugs.length > 0 || /\b(?:drugs?|medications?|meds)\b/.test(text);
      return ofMedication && harm.test(text) && !remedy.test(text);
    },
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
    matches: ({ text, entities: { conditions } }) =>
      /\b(?:versus|differential|ddx|difference between|diagnos\w*|distinguish|tell apart|differentiate|work[ -]?ups?|causes? of|compared? (?:to|with)|rule out)\b/.test(
        text,
      ) ||
      (conditions.length > 0 && /\b(?:test|tests|testing|labs?|lab ?work|blood ?work|imaging)\b/.test(text)),
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
      (/\b(?:how (?:to|do (?:i|you|we))|steps?|procedure|technique|perform\w*|insert\w*|placement|set ?up|apply|mix(?:ing)?)\b/.test(
        signals.text,
      ) ||
        asksForSettings(signals)) &&
      !asksForDose(signals) &&
      !asksForEnergy(signals),
  },
  {
    intent: 'assessment_criteria',
    priority: 60,
    confidence: 0.85,
    matches: says(
      /\b(?:criteria|criterion|score|scale|signs?|symptoms?|assess\w*|evaluat\w*|when (?:should|do|can|to)|cutoff|threshold|counts as|qualif\w*|indications?|positive(?! (?:airway|pressure|end))|who (?:goes|gets)|inclusion|exclusion|definition|triage)\b/,
    ),
  },
  {
    intent: 'medication_dosing',
    priority: 50,
    confidence: 0.9,
    matches: (signals) =>
      asksForDose(signals) ||
      asksForEnergy(signals) ||
      namesRouteOfDrug(signals) ||
      (dosing.test(signals.text) && /\bmedications?\b/.test(signals.text)),
  },
  {
    intent: 'drug_information',
    priority: 45,
    confidence: 0.85,
    matches: ({ text, entities }) =>
      entities.drugs.length > 0 &&
      (/\b(?:mechanism|onset|half.?life|drug|medication|class|brand|what is)\b/.test(text) ||
        entities.conditions.length === 0),
  },
  {
    intent: 'case_consultation',
    priority: 40,
    confidence: 0.75,
    matches: ({ text, entities: { ages } }) =>
      /\b(?:my patient|case of)\b/.test(text) ||
      (ages.length > 0 && /\b(?:with|presents?|presenting|complain\w*|history|found)\b/.test(text)),
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
      /\b(?:treat\w*|manag\w*|therap\w*|what (?:do|should) (?:i|we)|give|first line|(?:post[\w -]{0,20}|supportive|wound|burn|airway|immediate|comfort|newborn|basic|definitive) care|care (?:of|for))\b/.test(
        text,
      ) ||
      (entities.conditions.length > 0 && entities.drugs.length > 0),
  },
];

/** Returns the matching intent with the highest priority; `general` when none matches. */
export const classifyIntent = (
  signals: IntentSignals,
): { readonly intent: QueryIntent; readonly confidence: number } => {
  const matching = intentRules.find((rule) => rule.matches(signals));
  if (matching) return { intent: matching.intent, confidence: matching.confidence };
  const hasEntity = Object.values(signals.entities).some((names) => names.length > 0);
  return { intent: 'general', confidence: hasEntity ? 0.7 : /[\p{L}\p{N}]/u.test(signals.text) ? 0.6 : 0 };
};
