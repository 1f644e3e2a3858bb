import { codesOf, nameOf } from './fhir-concepts.ts';
import type { AllergyResource, Concept } from './fhir-resources.ts';

/** SNOMED CT: no known allergy, no known drug allergy, and no known food, environmental or latex allergy. */
const noKnownAllergy = new Set(['716186003', '409137002', '429625007', '428607008', '1003774007']);
/** The same in words: "NKDA", "No known drug allergies". */
const noneKnownAllergy = /^\s*(?:nkd?a|no (?:known|reported) (?:\w+ )?allerg(?:y|ies))[.\s]*$/i;

/** The substance of an allergy; some servers give it only in the reactions. */
export const substanceOf = ({ code, reaction }: AllergyResource): Concept | undefined =>
  nameOf(code) === undefined
    ? reaction.find(({ substance }) => nameOf(substance) !== undefined)?.substance
    : code;

/** True when an entry states that no allergy is known. */
export const statesNoKnownAllergy = (allergy: AllergyResource): boolean => {
  const substance = substanceOf(allergy);
  return (
    codesOf(substance).some((code) => noKnownAllergy.has(code)) ||
    noneKnownAllergy.test(nameOf(substance) ?? '')
  );
};

const severities = ['mild', 'moderate', 'severe'] as const;

/** The severity of an allergy: its reactions, the worst severity among them, and the criticality. */
export const marksOfAllergy = ({ criticality, reaction }: AllergyResource): readonly string[] => {
  const manifestations = reaction.flatMap(({ manifestation }) =>
    manifestation.flatMap((one) => nameOf(one) ?? []),
  );
  const worst = severities.findLast((severity) => reaction.some((one) => one.severity === severity));
  return [
    ...new Set(manifestations),
    ...(worst === undefined ? [] : [worst]),
    ...(criticality === 'high' || criticality === 'low' ? [`${criticality} criticality`] : []),
  ];
};
