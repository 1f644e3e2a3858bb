import { countQuestion } from '../../domain/consultation/counted-question.ts';
import type { FollowUp } from '../../domain/consultation/follow-up/read-follow-up.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { questionReadingOf } from '../../domain/consultation/question-reading.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { FoundForQuestion } from './search-sources.ts';

/** How the follow-up was read, for the record. */
const readingOf = (
  followUp: FollowUp,
  { asked, standalone }: ResolvedQuestion,
): { readAs?: string; couldMean?: string[] } => {
  if (followUp.kind === 'unclear') return { couldMean: [...followUp.couldMean] };
  return standalone === asked.question ? {} : { readAs: standalone };
};

/** The record of a search: how the question was understood, and what each source found. */
export const describeSearch = (
  question: ResolvedQuestion,
  { knowledge, outcomes, evidence }: FoundForQuestion,
  { fingerprint }: Pick<OrchestratorServices, 'fingerprint'>,
): CommandOf<'RecordSourcesSearched'> => {
  const { interpretation, sources: stages, index, results, cached, milliseconds } = knowledge;
  return {
    type: 'RecordSourcesSearched',
    interpretation: {
      searchedFor: interpretation.searchedFor,
      intent: interpretation.intent,
      expansions: interpretation.expansions.map(({ from, to }) => `${from} → ${to}`),
      corrections: interpretation.corrections.map(({ from, to }) => `${from} → ${to}`),
      ...questionReadingOf(interpretation),
      ...readingOf(question.followUp, question),
    },
    stages: stages.map((stage) => ({ ...stage })),
    sources: outcomes.map((outcome) => ({ ...outcome })),
    ...(evidence.length === 0 ? {} : { evidence: evidence.map((piece) => ({ ...piece })) }),
    counted: countQuestion(question.standalone, interpretation, fingerprint),
    index: { ...index },
    cached,
    milliseconds,
    found: results.map(({ passage, score }) => ({
      chunkId: passage.chunkId,
      docKey: passage.docKey,
      version: passage.version,
      score,
    })),
  };
};
