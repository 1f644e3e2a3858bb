import type { QuestionIntent } from '../../domain/consultation/intent/question-intent.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';

/** The intent of a question; an unclear one is general, and every source is searched. */
export const classifyQuestion = (
  { interpretation, standalone }: Pick<ResolvedQuestion, 'interpretation' | 'standalone'>,
  { classify, health, settings }: Pick<OrchestratorServices, 'classify' | 'health' | 'settings'>,
): QuestionIntent => {
  try {
    const classified = classify(
      interpretation,
      standalone,
      undefined,
      settings.current().confidenceThreshold,
    );
    health.report('intent-classifier', 'ok');
    return classified;
  } catch {
    health.report('intent-classifier', 'failed', 'it broke');
    return { intent: 'general', confidence: 0, by: 'failure' };
  }
};
