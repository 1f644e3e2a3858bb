import { namesDose } from '../../../domain/clinical-text/names-dose.ts';

/** What is wrong with the titles above a passage. */
export const titleFaults = ['number', 'item', 'dose', 'fragment'] as const;
type TitleFault = (typeof titleFaults)[number];

/** The parts of the number at the start of a title. */
const numberOf = (title: string): readonly string[] | undefined =>
  /^(\d{1,2}(?:\.\d{1,3})*)\.?\s+(?=\p{L}|["“(])/u.exec(title)?.[1]?.split('.');

/** Whether a section is under one with an unrelated number: `5.3 … > 8 …`. */
const contradictsItsNumbers = (path: readonly string[]): boolean => {
  const numbers = path.flatMap((title) => {
    const number = numberOf(title);
    return number === undefined ? [] : [number];
  });
  return numbers.slice(1).some((number, index) => {
    const above = numbers[index] ?? [];
    return number.length <= above.length || above.some((part, at) => part !== number[at]);
  });
};

const isItem = (title: string): boolean =>
  /^(?:[•◦▪●○‣❑➢*§·□☐]|-\s|o\s+\p{L}|\(?[a-z][.)]\s|\(\d+\)|[ivx]+[.)]\s)/u.test(title);
const isFragment = (title: string): boolean =>
  /^\p{Ll}{2,}|[,;–-]$/u.test(title) ||
  /\s(?:and|or|of|the|with|to|for|in|by|an?|if|at|on|from)$/i.test(title);

const isFaulty: Readonly<Record<TitleFault, (path: readonly string[]) => boolean>> = {
  number: contradictsItsNumbers,
  item: (path) => path.some(isItem),
  dose: (path) => path.some(namesDose),
  fragment: (path) => path.some(isFragment),
};

/** The section paths of passages as printed, each once. */
export const sectionPathsOf = (
  passages: readonly { readonly sectionPath: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> =>
  new Map(passages.map(({ sectionPath }) => [sectionPath.join(' > '), sectionPath]));

/**
 * The faults of a section path, outermost title first: it contradicts its own numbers, or a title is a list item, a dose
 * or an unfinished line.
 */
export const titleFaultsOf = (path: readonly string[]): readonly TitleFault[] =>
  titleFaults.filter((fault) => isFaulty[fault](path));
