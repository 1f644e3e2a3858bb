import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import type { ModelCall } from '../../domain/consultation/query-state.ts';
import { usageOf } from '../../domain/consultation/usage-of.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import { answerPreamble } from './answer-preamble.ts';
import type { ModelCallOutcome } from './call-model.ts';
import { degradeAnswer } from './degrade-answer.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ObservedToolCall } from './question-tools.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import { calledTools, withToolResults, withToolStates } from './tool-results.ts';
import { verificationContext } from './verification-context.ts';

type WrittenDraft = {
  readonly made: ModelCallOutcome;
  /** What the model was shown. */
  readonly evidence: readonly ModelEvidence[];
  readonly model: LanguageModel['model'];
};

type DraftContext = {
  readonly question: ResolvedQuestion;
  readonly excerpts: ExcerptsAnswer;
  readonly toolCalls: readonly ObservedToolCall[];
  /** All model calls of the query; their cost counts. */
  readonly calls: readonly ModelCall[];
};

/** Judges a draft. One that cannot be judged is blocked (failure matrix, "Safety Filters"). */
const judgeSafely = (
  draft: Parameters<OrchestratorServices['judge']>[0],
  { judge, health }: Pick<OrchestratorServices, 'judge' | 'health'>,
): ReturnType<OrchestratorServices['judge']> => {
  try {
    const judged = judge(draft);
    // A check that failed is named in the report itself.
    const hasBroken = judged.verdict === 'blocked' && judged.because === 'check_failed';
    health.report('safety-filter', hasBroken ? 'failed' : 'ok', 'it broke');
    return judged;
  } catch {
    health.report('safety-filter', 'failed', 'it broke');
    return { verdict: 'blocked', because: 'check_failed' };
  }
};

/** The command that answers the query from a written draft, or from the excerpts if the draft does not pass. */
export const concludeAnswer = (
  { made, evidence, model }: WrittenDraft,
  { question, excerpts: { command: excerpts, remarks }, toolCalls, calls }: DraftContext,
  services: Pick<OrchestratorServices, 'judge' | 'health' | 'tools' | 'hasher'>,
): CommandOf<'AnswerQuery'> => {
  const usage = usageOf(calls, made.end);
  const judged = judgeSafely({ text: made.text, ...verificationContext(question, evidence) }, services);
  // A blocked draft is replaced by excerpts: a question does not fail because of a model's words.
  if (judged.verdict === 'blocked')
    return {
      ...degradeAnswer(withToolResults(excerpts, toolCalls, services), modelWarnings.blocked),
      usage,
    };
  if (judged.verdict === 'unsupported') {
    return {
      ...degradeAnswer(withToolResults(excerpts, toolCalls, services), modelWarnings.unsupported),
      usage,
      sentencesStruck: judged.struck,
    };
  }
  // Remarks on the patient come first, whether or not a model writes, and the sources they name are cited.
  const said = [...remarks.ofPatient, ...remarks.ofDoses].join(' ');
  const cited = new Set([...judged.cited, ...[...said.matchAll(/\[(\d{1,3})\]/g)].map(([, n]) => Number(n))]);
  return {
    ...excerpts,
    answer: withToolStates(`${answerPreamble(question, { remarks })}${judged.text}`, toolCalls),
    citations: evidence.flatMap(({ n, citation }) => (cited.has(n) ? [citation] : [])),
    warnings: [
      ...new Set([
        ...(made.isCutShort ? [modelWarnings.cutShort] : []),
        ...remarks.ofDoses.map((remark) => remark.slice(0, 500)),
        ...excerpts.warnings,
        ...judged.warnings.map((warning) => warning.slice(0, 500)),
      ]),
    ],
    model: model.name,
    checks: judged.checks,
    sentencesStruck: judged.madeUp,
    usage,
    ...calledTools(toolCalls),
  };
};
