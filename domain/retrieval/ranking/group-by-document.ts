import type { Passage } from '../passage.ts';

type Found = { readonly passage: Pick<Passage, 'docKey'> };

/** The best passage of a document, and its other ones, best first. */
type DocumentGroup<Result extends Found> = { readonly best: Result; readonly more: readonly Result[] };

/**
 * Groups passages by document, in the order of the best passages.
 *
 * @param results best first
 */
export const groupByDocument = <Result extends Found>(
  results: readonly Result[],
): readonly DocumentGroup<Result>[] => {
  const groups = new Map<string, { readonly best: Result; readonly more: Result[] }>();
  for (const result of results) {
    const group = groups.get(result.passage.docKey);
    if (group) group.more.push(result);
    else groups.set(result.passage.docKey, { best: result, more: [] });
  }
  return [...groups.values()];
};
