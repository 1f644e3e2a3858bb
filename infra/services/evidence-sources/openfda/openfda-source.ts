import type { EvidenceSource } from '../../../../ports/evidence-source.ts';
import { createLabelReader, type LabelReader, type OpenfdaOptions, plainDrugName } from './label-reader.ts';
import { labelEvidence } from './read-label.ts';

/**
 * Drugs of a question that are looked up, each separately: one with hundreds of labels would hide the other.
 */
const MOST_DRUGS = 2;
/** Labels read per label returned, because every manufacturer has one for the same drug. */
const READ_FOR_EACH = 2;
const MOST_READ = 20;

const drugsOf = (drugs: readonly string[]): readonly string[] =>
  drugs
    .map(plainDrugName)
    .filter((drug) => drug !== '')
    .slice(0, MOST_DRUGS);

/**
 * FDA-approved drug labels as evidence. Queries contain only names of drugs.
 *
 * @param readLabels shares its rate limit with other callers of openFDA
 */
export const createOpenfdaSource = (
  options: OpenfdaOptions,
  readLabels: LabelReader = createLabelReader(options),
): EvidenceSource => {
  return {
    name: 'openfda',
    refuses: ({ terms }) => (drugsOf(terms.drugs).length === 0 ? 'The question names no drug.' : undefined),
    search: async ({ terms, intent, limit, signal }) => {
      const labels = await Promise.all(
        drugsOf(terms.drugs).map(async (drug) =>
          (await readLabels(drug, Math.min(limit * READ_FOR_EACH, MOST_READ), signal)).flatMap((label) =>
            labelEvidence(label, intent),
          ),
        ),
      );
      const longest = Math.max(0, ...labels.map((list) => list.length));
      // Interleaved, so that each drug is represented.
      const inTurns = Array.from({ length: longest }, (_, at) =>
        labels.flatMap((list) => list.slice(at, at + 1)),
      ).flat();
      return [...new Map(inTurns.map((label) => [label.id, label])).values()].slice(0, limit);
    },
  };
};
