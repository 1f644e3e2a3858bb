import type { Decision } from '../kernel/decider.ts';
import { type FailureReason, refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok, type Result } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { nameContainsPhi } from '../privacy/harmless-file-name.ts';
import type { CommandOf } from './query-commands.ts';
import type { QueryEvent } from './query-events.ts';
import type { AnsweredQuery, DataOf, KnownQuery } from './query-state.ts';

type GiveFeedback = CommandOf<'GiveFeedback'>;

/** How often the judgements of one answer may be given and changed: a stream must not grow without an end. */
const MAX_FEEDBACK = 500;

const passageDocument = (
  { search, answer: { citations } }: AnsweredQuery,
  chunkId: string,
): string | undefined =>
  [...search.found, ...citations].find((passage) => passage.chunkId === chunkId)?.docKey;

/** Completes the document of a judged passage; refuses what the answer could not have been about. */
const judged = (command: GiveFeedback, state: AnsweredQuery): Result<string | undefined, FailureReason> => {
  const { chunkId, docKey, kind } = command;
  if (chunkId !== undefined) {
    const holder = passageDocument(state, chunkId);
    if (holder === undefined) return refuse('rule_violated', 'The passage was not found for this question.');
    if (docKey !== undefined && docKey !== holder) {
      return refuse('rule_violated', 'The passage belongs to another document.');
    }
    return ok(holder);
  }
  // Only of a document that is missing can be said something though it was not found.
  const isFound = [...state.search.found, ...state.answer.citations].some(
    (passage) => passage.docKey === docKey,
  );
  if (docKey === undefined || isFound) return ok(docKey);
  if (kind !== 'missing') return refuse('rule_violated', 'The document was not found for this question.');
  // It is unknown whether there is such a document: the key could be anything, and is kept in plain text.
  return nameContainsPhi(docKey)
    ? refuse(
        'rule_violated',
        'The docKey seems to contain something that identifies a person. Put it in the comment.',
      )
    : ok(docKey);
};

/** Records a person's judgement of an answer; the same judgement again changes nothing. */
export const giveFeedback = (command: GiveFeedback, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status !== 'answered') {
    return refuse('rule_violated', 'There is no answer yet that could be judged.');
  }
  const about = judged(command, state);
  if (!about.ok) return about;
  const { type: _, ...judgement } = command;
  const data = {
    queryId: state.asked.queryId,
    ...judgement,
    ...omitUndefined({ docKey: about.value }),
  };
  const before = state.feedback.get(command.givenBy);
  if (before === undefined) return acceptFeedback(data, state);
  const { replaces: __, ...unchanged } = before;
  if (sameData(data, unchanged)) return ok([]);
  const replaces =
    before.docKey === undefined ? { kind: before.kind } : { kind: before.kind, docKey: before.docKey };
  return acceptFeedback({ ...data, replaces }, state);
};

const acceptFeedback = (data: DataOf<'FeedbackGiven'>, state: AnsweredQuery): Decision<QueryEvent> =>
  state.feedbackCount < MAX_FEEDBACK
    ? ok([{ type: 'FeedbackGiven', data }])
    : refuse('rule_violated', `This answer has been judged ${MAX_FEEDBACK} times, which is the most.`);
