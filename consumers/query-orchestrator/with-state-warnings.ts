import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import { DEGRADED_MODE_WARNING } from '../../domain/operations/degraded-mode.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

/**
 * Adds the warnings that apply to every answer based on the excerpts: first that several components fail, then that the
 * question could not be screened.
 */
export const withStateWarnings = (
  excerpts: ExcerptsAnswer,
  { screening }: { readonly screening: { readonly kinds?: readonly string[] } },
  health: Pick<OrchestratorServices['health'], 'degraded'>,
): ExcerptsAnswer => {
  const warnings = [
    ...(health.degraded() ? [DEGRADED_MODE_WARNING] : []),
    ...(screening.kinds?.includes('not_screened') ? [modelWarnings.notScreened] : []),
  ];
  if (warnings.length === 0) return excerpts;
  const { command } = excerpts;
  return {
    ...excerpts,
    command: { ...command, warnings: [...warnings, ...command.warnings], degraded: true },
  };
};
