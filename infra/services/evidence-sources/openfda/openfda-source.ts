import type { EvidenceSource } from '../../../../ports/evidence-source.ts';
import { createLabelReader, type LabelReader, type OpenfdaOptions, plainDrugName } from './label-reader.ts';
import { labelEvidence } from './read-label.ts';

/** Drugs of a question that are looked up, each by itself: one has hundreds of labels, which would hide the other's. */
const MOST_DRUGS = 2;
/** Labels that are read for each one that is given: the same drug has one of every maker. */
const READ_FOR_EACH = 2;
const MOST_READ = 20;

const drugsOf = (drugs: readonly string[]): readonly string[] =>
  drugs
    .map(plainDrugName)
    .filter((drug) => drug !== '')
    .slice(0, MOST_DRUGS);

/**
 * The labels of drugs that the FDA has approved, as evidence. Names of drugs are all that is asked.
 *
 * @param readLabels shares its rate with whatever else asks openFDA
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
      // In turns, so that each drug has its place.
      const inTurns = Array.from({ length: longest }, (_, at) =>
        labels.flatMap((list) => list.slice(at, at + 1)),
      ).flat();
      return [...new Map(inTurns.map((label) => [label.id, label])).values()].slice(0, limit);
    },
  };
};
