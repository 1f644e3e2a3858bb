import { conceptByName } from '../../language/terminology/concepts.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

type Understood = Pick<QueryInterpretation, 'searchedFor' | 'intent' | 'entities'> & {
  readonly population: QueryInterpretation['population'];
};

const synonymsPerConcept = 2;

/** True when a question is complex or critical for safety, and so is searched in several wordings. */
const deservesVariations = ({ intent, entities, population }: Understood): boolean =>
  intent === 'medication_dosing' ||
  intent === 'contraindication_check' ||
  entities.drugs.length + entities.conditions.length >= 3 ||
  entities.drugs.length >= 2 ||
  entities.conditions.length >= 2 ||
  (entities.drugs.length > 0 && (population === 'pediatric' || population === 'neonatal'));

const populationWord = { adult: 'adult', pediatric: 'pediatric', neonatal: 'newborn' } as const;

const furtherWordings = (understood: Understood): readonly string[] => {
  const { entities, searchedFor } = understood;
  const who = understood.population ? [populationWord[understood.population]] : [];
  const drugs = entities.drugs.slice(0, 3);
  const conditions = entities.conditions.slice(0, 3);
  const synonyms = [...drugs, ...conditions].flatMap((name) => {
    const concept = conceptByName.get(name);
    return concept?.also.filter((other) => !concept.inCapitals.has(other)).slice(0, synonymsPerConcept) ?? [];
  });
  const variations = [
    conditions.length > 0 ? [...conditions, ...who, 'protocol treatment'].join(' ') : '',
    drugs.length > 0
      ? [...drugs, ...conditions, ...who, 'dosage indication route contraindications'].join(' ')
      : '',
    synonyms.length > 0 ? [searchedFor, ...synonyms].join(' ') : '',
  ];
  return [...new Set(variations)].filter((text) => text !== '' && text !== searchedFor);
};

/**
 * Returns at most three additional wordings of a question: about its conditions, about its drugs, and with synonyms.
 * Only for questions on doses and contraindications, with several drugs or conditions, or on a child's medication, as
 * the protocol guide requires under "When Multi-Query is Enabled".
 */
export const queryVariations = (understood: Understood): readonly string[] =>
  deservesVariations(understood) ? furtherWordings(understood) : [];

/** When to search the additional wordings: where a question needs them, always, or never. */
export const variationChoices = ['auto', 'on', 'off'] as const;
export type VariationChoice = (typeof variationChoices)[number];

/** Applies the user's choice of additional wordings. A question that names nothing has none. */
export const withVariations = (
  interpretation: QueryInterpretation,
  choice: VariationChoice,
): QueryInterpretation => {
  if (choice === 'auto') return interpretation;
  const { searchedFor, intent, entities, population } = interpretation;
  return {
    ...interpretation,
    variations: choice === 'off' ? [] : furtherWordings({ searchedFor, intent, entities, population }),
  };
};
