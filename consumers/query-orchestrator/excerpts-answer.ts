import { documentsNotSearched } from '../../domain/consultation/compose-extractive-answer.ts';
import { readAsLine } from '../../domain/consultation/follow-up/say-follow-up.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { citeEvidence } from '../../domain/consultation/sources/cite-evidence.ts';
import { showEvidence } from '../../domain/consultation/sources/show-evidence.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ComposedAnswer, ComposedCitation } from '../../ports/answer-composer.ts';
import { warningWithout } from '../../ports/knowledge-search.ts';
import { citationsOf } from './answer-citations.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { FoundForQuestion } from './search-sources.ts';

/** Pieces of external evidence in an answer of excerpts: the hospital's own documents come first. */
const MAX_QUOTED_EVIDENCE = 3;

/** An answer of excerpts, with the passages that the composer chose. */
export type ExcerptsAnswer = {
  readonly command: CommandOf<'AnswerQuery'>;
  readonly chosen: readonly ComposedCitation[];
  /** Remarks that the excerpts contain besides the quotations; they apply to a model's answer too. */
  readonly remarks: { readonly ofPatient: readonly string[]; readonly ofDoses: readonly string[] };
};

/** Composes the answer; a follow-up is preceded by how it was read. */
const compose = async (
  { asked, followUp }: ResolvedQuestion,
  { documents, knowledge: { interpretation, results } }: FoundForQuestion,
  { composer }: Pick<OrchestratorServices, 'composer'>,
): Promise<ComposedAnswer> => {
  const composed =
    documents === 'searched'
      ? await composer.compose({
          interpretation,
          results,
          limit: asked.limit,
          ...omitUndefined({ clinicalContext: asked.clinicalContext }),
        })
      : { answer: documentsNotSearched[documents], citations: [], warnings: [] };
  return followUp.kind === 'dependent'
    ? { ...composed, answer: `${readAsLine(followUp.readAs)}\n\n${composed.answer}` }
    : composed;
};

/** The answer of excerpts from what was found: fast, free, and the fallback when no model answers. */
export const excerptsAnswer = async (
  question: ResolvedQuestion,
  found: FoundForQuestion,
  services: Pick<OrchestratorServices, 'composer' | 'hasher'>,
): Promise<ExcerptsAnswer> => {
  const composed = await compose(question, found, services);
  const { answer, citations: chosen, warnings } = composed;
  const failed = found.knowledge.sources.filter((stage) => stage.outcome !== 'ok');
  const citations = citationsOf(chosen, services.hasher);
  const outside = citeEvidence(found.evidence.slice(0, MAX_QUOTED_EVIDENCE), {
    from: citations.length + 1,
    sha256: services.hasher.sha256,
  });
  return {
    chosen,
    remarks: { ofPatient: composed.patientRemarks ?? [], ofDoses: composed.doseRemarks ?? [] },
    command: {
      type: 'AnswerQuery',
      answer: [answer, showEvidence(outside)].filter((part) => part !== '').join('\n\n'),
      citations: [...citations, ...outside],
      // The search and the composer may give the same warning.
      warnings: [
        ...new Set([
          ...failed.map(({ source }) => warningWithout[source]),
          ...found.warnings,
          ...found.knowledge.warnings,
          ...warnings,
        ]),
      ].map((warning) => warning.slice(0, 500)),
      model: 'extractive',
      parameters: { limit: question.asked.limit },
      degraded: failed.length > 0 || found.warnings.length > 0,
    },
  };
};
