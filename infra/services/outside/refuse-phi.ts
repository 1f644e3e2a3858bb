import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { detectPhi } from '../../../domain/privacy/detect-phi.ts';
import { findPatientIdentifiers } from '../../../domain/privacy/find-patient-identifiers.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';
import { textWindows } from './text-windows.ts';

/** The recipient of a text, named in failures and in the count of refusals. */
export type ExternalComponent =
  | 'embedding'
  | 'reranking'
  | 'phi-detection'
  | 'local-model'
  | 'cloud-model'
  | 'external-sources'
  | 'alerts'
  | 'files'
  | 'mail'
  | 'calendar'
  | 'patient-records'
  | 'kafka';

/** A text, and whether to screen it as a question; others are screened as passages of documents. */
type ScreenedText = readonly [text: string, isQuestion: boolean];

/** Characters screened at a time: four milliseconds. A prompt is ten times as long. */
const WINDOW = 4000;
/** Characters shared by consecutive windows: several times the reach of any rule. */
const OVERLAP = 500;

const holdsPhi = async (texts: Iterable<ScreenedText>): Promise<boolean> => {
  const slice = beginTimeSlice();
  for (const [whole, isQuestion] of texts) {
    for (const { text } of textWindows(whole, WINDOW, OVERLAP)) {
      if (isQuestion ? detectPhi(text).detected : findPatientIdentifiers(text).length > 0) return true;
      if (slice.isOver()) await slice.yield();
    }
  }
  return false;
};

/**
 * Screens texts that are about to leave the premises. Rejects with `rule_violated` and the reason
 * `phi_stays_local` when a text identifies a person, and counts the refusal.
 */
export const refusePhi = async (
  texts: Iterable<ScreenedText>,
  { component, metrics }: { readonly component: ExternalComponent; readonly metrics: Metrics },
): Promise<void> => {
  if (!(await holdsPhi(texts))) return;
  metrics.count('anamnesis_outside_requests_refused_total', { component });
  throw new Failure(
    failure('rule_violated', 'The request to an external service seems to identify a person.', {
      component,
      details: { reason: 'phi_stays_local', retryable: false },
    }),
  );
};
