import { hasPhrase } from './has-phrase.ts';

/** An answer as far as it is judged. */
type JudgedAnswer = {
  readonly citations: readonly { readonly excerpt: string }[];
  readonly answer: string | null;
};

/** What an answer shows of the phrase that it should. */
export type AnswerScores = {
  /** Whether the first citation, one of the first three, any of them holds the phrase. */
  readonly first: boolean;
  readonly three: boolean;
  readonly any: boolean;
  /** Excerpts whose last line is visibly not the end of a statement. */
  readonly unfinished: number;
  readonly characters: number;
};

/** Ends that no statement has: a sign or a word that something must follow. */
const unfinishedEnd =
  /(?:[<>≤≥=,(/+–-]|\b(?:of|at|to|for|with|and|or|the|a|an|by|in|on|if|than|is|are|be|per|from|when|until))$/i;

const endsUnfinished = (excerpt: string): boolean =>
  excerpt
    .split(/\n?\[…\]\n?/)
    .map((piece) => piece.trimEnd())
    .some((piece) => piece !== '' && unfinishedEnd.test(piece) && !piece.endsWith('|'));

/** Judges what an answer shows of a phrase. */
export const judgeAnswer = ({ citations, answer }: JudgedAnswer, phrase: string): AnswerScores => {
  const holds = (count: number): boolean =>
    hasPhrase(
      citations.slice(0, count).map(({ excerpt }) => excerpt),
      phrase,
    );
  return {
    first: holds(1),
    three: holds(3),
    any: holds(citations.length),
    unfinished: citations.filter(({ excerpt }) => endsUnfinished(excerpt)).length,
    characters: answer?.length ?? 0,
  };
};
