import { sourceRanks } from '../../retrieval/ranking/source-order.ts';
import { type Evidence, MAX_EVIDENCE } from './evidence.ts';

const titleKey = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** By which equal pieces are known, whatever their source. */
const identitiesOf = ({ source, id, doi, title, kind }: Evidence): readonly string[] => [
  `${source} ${id}`,
  ...(doi === undefined ? [] : [`doi ${doi}`]),
  // Labels of one drug by several makers bear one title, and so do the editions of a chapter.
  ...(kind === 'label' ? [] : [`title ${titleKey(title)}`]),
];

const yearOf = ({ published }: Evidence): number => Number(published?.slice(0, 4) ?? 0);

/**
 * What several sources gave as one list: by how much weight its kind has, trials and reviews the newest first, the others
 * in the order of their sources. Each piece once.
 *
 * @param found one list for each source, each best first
 */
export const mergeEvidence = (found: readonly (readonly Evidence[])[]): readonly Evidence[] => {
  const known = new Set<string>();
  const longest = Math.max(0, ...found.map((list) => list.length));
  // In turns, so that no source fills the list with what it ranks last.
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
