import { conceptByName } from '../language/terminology/concepts.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import type { AnswerCitation } from './answer-citation.ts';
import { blockNamesDose } from './excerpt/block-texts.ts';
import { fileTermsOf, surroundingTermsOf } from './excerpt/judge-blocks.ts';
import { headsOf } from './excerpt/outline/block-tree.ts';
import { namesConcept } from './names-concept.ts';

/**
 * What the quoted doses are for: the condition asked about, as the document's subject or in a line, or something
 * else.
 */
type Indication = 'subject' | 'line' | 'mentioned' | 'other' | 'none';

/** A condition with its broader ones, which may be the title of its document: croup under airway obstruction. */
const withBroader = (condition: string): readonly string[] => [
  condition,
  ...(conceptByName.get(condition)?.broader ?? []),
];

/**
 * Determines what a document gives the requested drugs for: `subject` if its title or a heading names the condition
 * asked about, `line` if a quoted step does, `mentioned` if another part or the file name does, `other` if nothing
 * does, and `none` if it quotes no such dose.
 */
const indicationOf = (
  { document: { blocks, terms }, chosen, passage }: AnswerCitation,
  drugs: readonly string[],
  conditions: readonly string[],
): Indication => {
  const doses = chosen.filter((index) => {
    const own = [index, ...headsOf(blocks, index)].map((at) => terms[at] ?? new Set<string>());
    return blockNamesDose(blocks[index]) && drugs.some((drug) => own.some((one) => namesConcept(drug, one)));
  });
  if (doses.length === 0) return 'none';
  const around = doses.map((index) => {
    const heads = headsOf(blocks, index);
    const headings = heads.filter((head) => blocks[head]?.kind === 'heading');
    return {
      steps: [index, ...heads].map((at) => terms[at] ?? new Set<string>()),
      headings: [
        surroundingTermsOf(blocks[index]?.passage ?? passage),
        ...headings.map((at) => terms[at] ?? new Set<string>()),
      ],
    };
  });
  const isNamedBy = (wanted: readonly string[], texts: readonly ReadonlySet<string>[]): boolean =>
    wanted.some((condition) => texts.some((one) => namesConcept(condition, one)));
  const broader = conditions.flatMap(withBroader);
  if (around.some(({ headings }) => isNamedBy(broader, headings))) return 'subject';
  if (around.some(({ steps }) => isNamedBy(conditions, steps))) return 'line';
  // The condition may head a section that was parsed apart from its doses, or the document may have another title.
  return isNamedBy(broader, [...terms, fileTermsOf(passage)]) ? 'mentioned' : 'other';
};

/**
 * Separates the citations that give the requested drugs for the condition asked about, those about it before those
 * that only mention it, from the citations that give them for something else. If none fits, or the question names no
 * drug or no condition, all are kept.
 */
export const judgeIndications = (
  { entities: { drugs, conditions } }: Pick<QueryInterpretation, 'entities'>,
  citations: readonly AnswerCitation[],
): { readonly kept: readonly AnswerCitation[]; readonly others: readonly AnswerCitation[] } => {
  if (drugs.length === 0 || conditions.length === 0) return { kept: citations, others: [] };
  const judged = citations.map((citation) => ({
    citation,
    indication: indicationOf(citation, drugs, conditions),
  }));
  const isFitting = ({ indication }: (typeof judged)[number]): boolean =>
    indication === 'subject' || indication === 'line' || indication === 'mentioned';
  if (!judged.some(isFitting)) return { kept: citations, others: [] };
  const kept = judged.filter(({ indication }) => indication !== 'other');
  const [first] = kept;
  const best = kept.find(({ indication }) => indication === 'subject');
  const isLess = first?.indication === 'line' || first?.indication === 'mentioned';
  const ordered = best !== undefined && isLess ? [best, ...kept.filter((one) => one !== best)] : kept;
  return {
    kept: ordered.map(({ citation }) => citation),
    others: judged.filter(({ indication }) => indication === 'other').map(({ citation }) => citation),
  };
};
