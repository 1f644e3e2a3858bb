import { z } from 'zod';
import {
  clarificationAsked,
  queryAnswered,
  queryCancelled,
  queryFailed,
} from '../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandOutcome, CommandServices, Ended } from '../runtime/command-definition.ts';
import type { Disclosure } from '../runtime/disclosure.ts';

const answered = queryAnswered.schema.strip().extend({ status: z.literal('answered') });
const failed = queryFailed.schema.strip().extend({ status: z.literal('failed') });
const cancelled = queryCancelled.schema.strip().extend({ status: z.literal('cancelled') });
const clarifying = clarificationAsked.schema.strip().extend({ status: z.literal('clarifying') });

/**
 * The ways in which a round of a query can end: an answer, a failure, a cancellation, or a question back to the
 * person.
 */
export const queryEndings = [answered, failed, cancelled, clarifying] as const;

type QueryEnding = z.output<(typeof queryEndings)[number]>;

const endOf = ({ type, data, revision, position }: RecordedEvent): Ended<QueryEnding> | undefined => {
  const at = { revision, position };
  switch (type) {
    case queryAnswered.type:
      return { ...queryAnswered.schema.parse(data), status: 'answered', ...at };
    case queryFailed.type:
      return { ...queryFailed.schema.parse(data), status: 'failed', ...at };
    case queryCancelled.type:
      return { ...queryCancelled.schema.parse(data), status: 'cancelled', ...at };
    case clarificationAsked.type:
      return { ...clarificationAsked.schema.parse(data), status: 'clarifying', ...at };
    default:
      return undefined;
  }
};

/** Waits for the end of the round of a query that a command began. `undefined` when the signal aborted first. */
export const awaitQuery = (
  { streamId, revision: after, position }: Pick<CommandOutcome, 'streamId' | 'revision' | 'position'>,
  services: CommandServices,
  signal: AbortSignal,
): Promise<Ended<QueryEnding> | undefined> =>
  awaitInStream(
    {
      streamId,
      after,
      reaches: position,
      types: [queryAnswered.type, queryFailed.type, queryCancelled.type, clarificationAsked.type],
      endingOf: endOf,
    },
    services,
    signal,
  );

/** A caller that receives the end of a query has read it. */
export const queryDisclosure = ({ ids: { queryId } }: Pick<CommandOutcome, 'ids'>): Disclosure => ({
  type: 'AnswerRead',
  data: { queryId: uuidSchema.parse(queryId) },
});
