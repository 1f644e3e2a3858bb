import type { EventMetadata } from '../../domain/kernel/event.ts';
import type { QueryRecord } from './query-record.ts';
import type { ToolOccasion } from './question-tools.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { TimeLeft } from './time-left.ts';

/** One round of a query while it is worked on. */
export type AnswerRound = {
  readonly question: ResolvedQuestion;
  readonly query: QueryRecord;
  readonly time: TimeLeft;
  /** When the event came that is worked on: what "tomorrow" is counted from. */
  readonly at: string;
  /** On which tools are called for it. */
  readonly occasion: Pick<ToolOccasion, 'asked' | 'fence'>;
  /** Of the event that began the round. */
  readonly metadata: Pick<EventMetadata, 'actor'>;
};
