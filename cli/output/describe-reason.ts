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
  // Of the model that answers.
  phi: 'the question holds health information about somebody',
  clinical_context: 'the question is about a patient',
  no_phi: 'nothing in the question identifies anybody',
  no_cloud_model: 'no model in the cloud is configured',
  local_only: 'the settings allow models on the premises only',
  cloud_only: 'the settings allow models in the cloud only',
  phi_without_local_model:
    'the question must not leave the premises, and no model there is configured or allowed',
  no_model: 'no model is configured',
  // Of the classification of the question.
  words: 'by its words',
  reading: 'by how it was read for the search',
  default: 'by default',
  failure: 'the classification failed',
  // Of the sources.
  wanted: 'named for this question',
  preferred: 'preferred by the asker',
  matrix: 'first for such questions',
  fallback: 'next for such questions',
  excluded: 'excluded by the asker',
  disabled: 'switched off in the settings',
  not_configured: 'not configured',
  not_wanted: 'others come first',
  // Of what has to be reviewed.
  disputed: 'the asker disputes it',
  detector_failed: 'a detector did not answer',
  blocked: 'the answer was held back',
  struck: 'many sentences were left out',
};

/** A reason in the log in words for people; an unknown one unchanged. */
export const describeReason = (because: string): string =>
  Object.hasOwn(words, because) ? words[because as Reason] : plainLine(because.replaceAll('_', ' '));
