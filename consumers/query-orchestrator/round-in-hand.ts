import type { EventMetadata } from '../../domain/kernel/event.ts';
import type { QueryRecord } from './query-record.ts';
import type { QuestionInHand } from './question-in-hand.ts';
import type { ToolOccasion } from './question-tools.ts';
import type { TimeLeft } from './time-left.ts';

/** One round of a query while it is worked on. */
export type RoundInHand = {
  readonly question: QuestionInHand;
  readonly query: QueryRecord;
  readonly time: TimeLeft;
  /** When the event came that is worked on: what "tomorrow" is counted from. */
  readonly at: string;
  /** On which tools are called for it. */
  readonly occasion: Pick<ToolOccasion, 'asked' | 'fence'>;
  /** Of the event that began the round. */
  readonly metadata: Pick<EventMetadata, 'actor'>;
};
