import { type FailureReason, failure } from '../../kernel/failure.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { SearchFilters } from '../search-filters.ts';
import { nearDrugNames, readDrugName } from './read-drug-name.ts';

export type ResolvedFilters = {
  /** With drugs under the names that passages are filed by. */
  readonly filters: SearchFilters;
  /** The only passages that may be found, where the filters alone cannot decide: a drug known by its word only. */
  readonly only?: ReadonlySet<string>;
  /** What the results must be read with. */
  readonly warnings: readonly string[];
};

/** What is asked of the index of words. */
type WordIndex = {
  /** The ids of the passages that have the word. */
  readonly passagesWith: (word: string) => ReadonlySet<string>;
  /** The ids of those that name one of the drugs. */
  readonly passagesNaming: (drugs: readonly string[]) => ReadonlySet<string>;
};

const naming = (near: readonly string[]): string => ` Near to it: ${near.join(', ')}.`;

const refusal = (path: string, sentence: string, near: readonly string[]): FailureReason => {
  const message = `${sentence}${near.length > 0 ? naming(near) : ' Write its generic or brand name in full.'}`;
  return failure('validation_error', message, { details: { issues: [{ path, message }] } });
};

const byWordAlone =
  'A drug of the filter is not in the terminology; passages were looked for by that word alone, without its other names.';

/** Whether a filter has a drug that the terminology does not know, so that only the documents can tell whether it is one. */
export const dependsOnDocuments = ({ drug = [] }: SearchFilters): boolean =>
  drug.some((written) => readDrugName(written).kind === 'unlisted');

/**
 * Turns the drugs of a filter, by whatever name, into what indexes look for. A name that the terminology does not know
 * but the documents hold is looked for as it is written. A name that neither knows is refused, and so is one that two
 * drugs share: finding nothing, or the other drug, would look like an answer. Refusals never repeat what was written.
 */
export const resolveDrugFilter = (
  filters: SearchFilters,
  index: WordIndex,
): Result<ResolvedFilters, FailureReason> => {
  if (filters.drug === undefined) return ok({ filters, warnings: [] });
  const listed: string[] = [];
  const byWord = new Set<string>();
  const warnings: string[] = [];
  for (const [at, written] of filters.drug.entries()) {
    const path = `filters.drug.${at}`;
    const name = readDrugName(written);
    if (name.kind === 'listed') {
      listed.push(...name.names);
      continue;
    }
    if (name.kind === 'ambiguous')
      return err(refusal(path, 'More than one drug goes by this abbreviation.', name.meanings));
    const near = nearDrugNames(written);
    const found = name.kind === 'unlisted' ? index.passagesWith(written) : new Set<string>();
    if (found.size === 0)
      return err(refusal(path, 'Neither the terminology nor the documents know a drug by this name.', near));
    for (const chunkId of found) byWord.add(chunkId);
    warnings.push(near.length > 0 ? `${byWordAlone}${naming(near)}` : byWordAlone);
  }
  if (byWord.size === 0) return ok({ filters: { ...filters, drug: listed }, warnings });
  if (listed.length > 0) for (const chunkId of index.passagesNaming(listed)) byWord.add(chunkId);
  return ok({ filters: { ...filters, drug: undefined }, only: byWord, warnings });
};
