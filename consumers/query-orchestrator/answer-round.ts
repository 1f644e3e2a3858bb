import type { EventMetadata } from '../../domain/kernel/event.ts';
import type { QueryRecord } from './query-record.ts';
import type { ToolOccasion } from './question-tools.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { TimeLeft } from './time-left.ts';

/** The current round of a query. */
export type AnswerRound = {
  readonly question: ResolvedQuestion;
  readonly query: QueryRecord;
  readonly time: TimeLeft;
  /** When the event was recorded: "tomorrow" counts from here. */
  readonly at: string;
  /** The occasion under which its tools are called. */
  readonly occasion: Pick<ToolOccasion, 'asked' | 'fence'>;
  /** Metadata of the event that began the round. */
  readonly metadata: Pick<EventMetadata, 'actor'>;
};
