import type { QueryLogRow } from './entity.ts';

/** The questions to count: all, or those that found nothing or failed. */
export const topQuestionKinds = ['all', 'zero-result', 'failed'] as const;
export type TopQuestionKind = (typeof topQuestionKinds)[number];

/** The part of an entry that counting needs. */
type CountedEntry = Pick<
  QueryLogRow,
  | 'entryId'
  | 'kind'
  | 'queryId'
  | 'streamId'
  | 'askedAt'
  | 'status'
  | 'zeroResult'
  | 'intent'
  | 'fingerprint'
  | 'concepts'
  | 'protocolNumbers'
>;

/** One question, aggregated over all askers, without its text. */
export type TopQuestion = {
  readonly fingerprint: string;
  readonly intent: string | null;
  readonly concepts: readonly string[];
  readonly protocolNumbers: readonly string[];
  readonly asked: number;
  readonly zeroResult: number;
  readonly failed: number;
  /** ISO 8601 UTC. */
  readonly lastAskedAt: string;
  /** The newest such entry: those who may read its question or its stream can see the words there. */
  readonly example: Pick<QueryLogRow, 'entryId' | 'kind' | 'queryId' | 'streamId'>;
};

const isOf = (only: TopQuestionKind, { zeroResult, status }: CountedEntry): boolean =>
  only === 'all' || (only === 'failed' ? status === 'failed' : zeroResult);

const questionOf = (
  only: TopQuestionKind,
  fingerprint: string,
  entries: readonly CountedEntry[],
): readonly { readonly times: number; readonly question: TopQuestion }[] => {
  const matching = entries.filter((entry) => isOf(only, entry));
  const [newest] = matching;
  const [last] = entries;
  if (!newest || !last) return [];
  const { entryId, kind, queryId, streamId, intent, concepts, protocolNumbers } = newest;
  const question = {
    fingerprint,
    intent,
    concepts,
    protocolNumbers,
    asked: entries.length,
    zeroResult: entries.filter((entry) => isOf('zero-result', entry)).length,
    failed: entries.filter((entry) => isOf('failed', entry)).length,
    lastAskedAt: last.askedAt,
    example: { entryId, kind, queryId, streamId },
  };
  return [{ times: matching.length, question }];
};

/**
 * The most frequent questions, or those that most often found nothing or failed; equal counts are ordered by the
 * latest question. Entries must be ordered newest first; those without a fingerprint are not counted.
 */
export const topQuestions = (
  entries: readonly CountedEntry[],
  only: TopQuestionKind,
  limit: number,
): readonly TopQuestion[] => {
  const groups = Map.groupBy(entries, ({ fingerprint }) => fingerprint);
  return [...groups]
    .flatMap(([fingerprint, group]) => (fingerprint === null ? [] : questionOf(only, fingerprint, group)))
    .toSorted((one, other) => other.times - one.times)
    .slice(0, limit)
    .map(({ question }) => question);
};
