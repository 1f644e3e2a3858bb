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

/** Maximum number of judgements and changes per answer; bounds the stream. */
const MAX_FEEDBACK = 500;

const passageDocument = (
  { search, answer: { citations } }: AnsweredQuery,
  chunkId: string,
): string | undefined =>
  [...search.found, ...citations].find((passage) => passage.chunkId === chunkId)?.docKey;

/** Resolves the document of a judged passage; refuses one that the answer cannot have used. */
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
  // Only feedback of kind `missing` may name a document that was not found.
  const isFound = [...state.search.found, ...state.answer.citations].some(
    (passage) => passage.docKey === docKey,
  );
  if (docKey === undefined || isFound) return ok(docKey);
  if (kind !== 'missing') return refuse('rule_violated', 'The document was not found for this question.');
  // The document may not exist: the key could be any text, and it is stored unencrypted.
  return nameContainsPhi(docKey)
    ? refuse(
        'rule_violated',
        'The docKey seems to contain something that identifies a person. Put it in the comment.',
      )
    : ok(docKey);
};

/** Records a person's judgement of an answer; repeating it changes nothing. */
export const giveFeedback = (command: GiveFeedback, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status !== 'answered') {
    return refuse('rule_violated', 'There is no answer to judge yet.');
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
    : refuse('rule_violated', `This answer has already been judged ${MAX_FEEDBACK} times, the maximum.`);
