import { sourceRanks } from '../../retrieval/ranking/source-order.ts';
import { type Evidence, MAX_EVIDENCE } from './evidence.ts';

const titleKey = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The keys by which equal pieces are recognized across sources. */
const identitiesOf = ({ source, id, doi, title, kind }: Evidence): readonly string[] => [
  `${source} ${id}`,
  ...(doi === undefined ? [] : [`doi ${doi}`]),
  // Labels of one drug by several makers share a title, as do the editions of a chapter.
  ...(kind === 'label' ? [] : [`title ${titleKey(title)}`]),
];

const yearOf = ({ published }: Evidence): number => Number(published?.slice(0, 4) ?? 0);

/**
 * Merges the results of several sources: by the weight of their kinds, trials and reviews newest first, the others in
 * source order. Duplicates are removed.
 *
 * @param found one list for each source, each best first
 */
export const mergeEvidence = (found: readonly (readonly Evidence[])[]): readonly Evidence[] => {
  const known = new Set<string>();
  const longest = Math.max(0, ...found.map((list) => list.length));
  // In turns, so that no source fills the list with its lowest results.
  const inTurns = Array.from({ length: longest }, (_, at) =>
    found.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
  return inTurns
    .filter((evidence) => {
      const identities = identitiesOf(evidence);
      const isNew = !identities.some((identity) => known.has(identity));
      for (const identity of identities) known.add(identity);
      return isNew;
    })
    .toSorted((one, other) => {
      const byRank = sourceRanks[one.kind] - sourceRanks[other.kind];
      return byRank !== 0 || sourceRanks[one.kind] !== sourceRanks.trial
        ? byRank
        : yearOf(other) - yearOf(one);
    })
    .slice(0, MAX_EVIDENCE);
};
