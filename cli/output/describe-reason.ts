import type { ModelRoute } from '../../domain/consultation/answering/route-model.ts';
import type { QuestionIntent } from '../../domain/consultation/intent/question-intent.ts';
import type { ReviewCause } from '../../domain/consultation/review/calls-for-review.ts';
import type { SourceSelection } from '../../domain/consultation/sources/select-sources.ts';
import { plainLine } from '../plain-text.ts';

type Reason =
  | ModelRoute['because']
  | QuestionIntent['by']
  | ReviewCause
  | SourceSelection['chosen'][number]['because']
  | SourceSelection['leftOut'][number]['because'];

const words: Readonly<Record<Reason, string>> = {
  // The choice of the model.
  phi: 'the question contains health information about a person',
  clinical_context: 'the question is about a patient',
  no_phi: 'nothing in the question identifies a person',
  no_cloud_model: 'no cloud model is configured',
  local_only: 'the settings allow only on-premises models',
  cloud_only: 'the settings allow only cloud models',
  phi_without_local_model:
    'the question must not leave the premises, and no on-premises model is configured or allowed',
  no_model: 'no model is configured',
  // The classification of the question.
  words: 'by its words',
  reading: 'by its interpretation for the search',
  default: 'by default',
  failure: 'the classification failed',
  // The choice of sources.
  wanted: 'requested for this question',
  preferred: 'preferred by the asker',
  matrix: 'first for such questions',
  fallback: 'next for such questions',
  excluded: 'excluded by the asker',
  disabled: 'switched off in the settings',
  not_configured: 'not configured',
  not_wanted: 'others come first',
  // The causes of a review.
  disputed: 'the asker disputes it',
  detector_failed: 'a detector did not answer',
  blocked: 'the answer was blocked',
  struck: 'many sentences were removed',
};

/** Describes a recorded reason in words; an unknown one is only cleaned up for display. */
export const describeReason = (because: string): string =>
  Object.hasOwn(words, because) ? words[because as Reason] : plainLine(because.replaceAll('_', ' '));
