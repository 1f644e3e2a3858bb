import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { AnswerCitation } from '../answer-citation.ts';
import { conceptTermsIn, drugClassesOf } from '../excerpt/judge-blocks.ts';
import { headsOf } from '../excerpt/outline/block-tree.ts';
import { namesConcept } from '../names-concept.ts';
import { namedAsClass } from './missing-entities.ts';

const together = /\b(?:with|together|combin\w*|interact\w*|mix\w*|plus|after|before|while|on)\b/i;

/** Read once for each block: its lines are the same for every question. */
const conceptsOfLines = weakMemoize((lines: readonly string[]) => conceptTermsIn(lines.join(' ')));

const none: readonly string[] = [];

const names = (drug: string, terms: ReadonlySet<string>): boolean =>
  namesConcept(drug, terms) || namedAsClass(drug, terms) !== undefined;

/**
 * Notes that no step of the cited documents, quoted or not, names both drugs of a combination that was asked about.
 */
export const missingCombination = (
  { original, entities: { drugs } }: QueryInterpretation,
  isOfPermission: boolean,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  const separate = drugs.filter((drug) => !drugs.some((other) => drugClassesOf(drug).includes(other)));
  const [one, another] = separate;
  if (one === undefined || another === undefined || separate.length > 2) return [];
  if (!isOfPermission || !together.test(original)) return [];
  const isTogether = citations.some(({ document: { blocks } }) =>
    blocks.some((_, index) => {
      const steps = [index, ...headsOf(blocks, index)].map((at) =>
        conceptsOfLines(blocks[at]?.lines ?? none),
      );
      return [one, another].every((drug) => steps.some((own) => names(drug, own)));
    }),
  );
  return isTogether ? [] : [`None of these excerpts mentions ${one} and ${another} together.`];
};
