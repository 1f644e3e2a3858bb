import { type FollowUp, readFollowUp } from '../../domain/consultation/follow-up/read-follow-up.ts';
import type { KnownQuery } from '../../domain/consultation/query-state.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import type { QueryInterpretation } from '../../domain/retrieval/query/query-interpretation.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';

/** A question as read in the current round. */
export type ResolvedQuestion = {
  readonly asked: KnownQuery['asked'];
  readonly round: number;
  readonly followUp: FollowUp;
  /**
   * The question in full: its own words with the context it depends on, or the person's reply to a clarifying question.
   */
  readonly standalone: string;
  /** The interpretation of `standalone` without an index. */
  readonly interpretation: QueryInterpretation;
  /** All texts that belong to it and may hold PHI; the question itself is the last. */
  readonly texts: readonly string[];
};

type Meaning = Pick<ResolvedQuestion, 'followUp' | 'standalone' | 'texts'>;

const meaningOf = (
  { asked: { question, questionsBefore = [] }, reply }: Pick<KnownQuery, 'asked' | 'reply'>,
  vocabulary: QueryVocabulary,
): Meaning => {
  if (reply) {
    const said = reply.text === undefined ? [] : [reply.text];
    return {
      followUp: { kind: 'standalone' },
      standalone: reply.readAs,
      texts: [...questionsBefore, reply.readAs, ...said, question],
    };
  }
  const followUp = readFollowUp(question, questionsBefore, vocabulary);
  return followUp.kind === 'dependent'
    ? { followUp, standalone: followUp.readAs, texts: [...questionsBefore, followUp.readAs, question] }
    : { followUp, standalone: question, texts: [question] };
};

/** Resolves the meaning of a question in its current round. */
export const resolveQuestion = (
  query: Pick<KnownQuery, 'asked' | 'reply' | 'round'>,
  vocabulary: QueryVocabulary,
): ResolvedQuestion => {
  const meaning = meaningOf(query, vocabulary);
  const interpretation = interpretQuery(meaning.standalone, vocabulary);
  return { asked: query.asked, round: query.round, ...meaning, interpretation };
};
