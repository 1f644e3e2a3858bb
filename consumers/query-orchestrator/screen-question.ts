import { hasPatientContext } from '../../domain/consultation/has-patient-context.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { MAX_FINDINGS } from '../../domain/consultation/query-events.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { PhiScreening } from '../../ports/phi-detector.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { TimeLeft } from './time-left.ts';

/**
 * Bounds of the screening in milliseconds. It gets its minimum even past the deadline, because nothing else may be done
 * with an unscreened question, and less than the answer may take.
 */
const BOUNDS = { least: 1000, most: 5000 };

/** The findings within the question itself, which is the last of the texts screened together. */
const foundInQuestion = (findings: PhiScreening['findings'], start: number) =>
  findings
    .filter((finding) => finding.start >= start)
    .slice(0, MAX_FINDINGS)
    .map((finding) => ({ ...finding, start: finding.start - start, end: finding.end - start }));

/**
 * Screens all texts of a question for PHI. A text that cannot be screened counts as PHI (failure matrix, "PHI Detector").
 */
export const screenQuestion = async (
  { asked, texts }: Pick<ResolvedQuestion, 'asked' | 'texts'>,
  { phiDetector, metrics }: Pick<OrchestratorServices, 'phiDetector' | 'metrics'>,
  time: TimeLeft,
): Promise<CommandOf<'RecordPhiScreening'>> => {
  const detector = phiDetector.name.slice(0, 64);
  const text = texts.join('\n');
  const screening = await time
    .within(BOUNDS, (signal) => phiDetector.screen(text, { signal }))
    .catch((): PhiScreening => {
      time.signal.throwIfAborted();
      return { detected: true, findings: [], failed: [detector] };
    });
  const { detected, findings, failed, mode } = screening;
  metrics.count('anamnesis_phi_screens_total', { of: 'question', outcome: detected ? 'found' : 'clear' });
  const known = hasPatientContext(asked.clinicalContext);
  return {
    type: 'RecordPhiScreening',
    detected: detected || known,
    kinds: [
      ...new Set<string>(findings.map(({ kind }) => kind)),
      ...(failed.length > 0 ? ['not_screened'] : []),
      ...(known ? ['clinical_context'] : []),
    ],
    detector,
    ...omitUndefined({
      mode,
      confidence: findings.length > 0 ? Math.max(...findings.map(({ confidence }) => confidence)) : undefined,
      findings:
        findings.length > 0 ? foundInQuestion(findings, text.length - asked.question.length) : undefined,
      failed: failed.length > 0 ? failed.map((name) => name.slice(0, 64)).slice(0, 10) : undefined,
    }),
  };
};
