import { type FailureReason, failure } from '../../kernel/failure.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { SearchFilters } from '../search-filters.ts';
import { nearDrugNames, readDrugName } from './read-drug-name.ts';

export type ResolvedFilters = {
  /** The filters, with drugs under the names by which passages are filed. */
  readonly filters: SearchFilters;
  /** The only passages to search, when the filters alone cannot decide: a drug known only by its word. */
  readonly only?: ReadonlySet<string>;
  /** Warnings to show with the results. */
  readonly warnings: readonly string[];
};

/** The part of the lexical index that is needed. */
type WordIndex = {
  /** The ids of the passages that contain the word. */
  readonly passagesWith: (word: string) => ReadonlySet<string>;
  /** The ids of the passages that name one of the drugs. */
  readonly passagesNaming: (drugs: readonly string[]) => ReadonlySet<string>;
};

const naming = (near: readonly string[]): string => ` Did you mean ${near.join(', ')}?`;

const refusal = (path: string, sentence: string, near: readonly string[]): FailureReason => {
  const message = `${sentence}${near.length > 0 ? naming(near) : ' Write its generic or brand name in full.'}`;
  return failure('validation_error', message, { details: { issues: [{ path, message }] } });
};

const byWordAlone =
  'A drug in the filter is not in the terminology; the search used that word alone, without its other names.';

/**
 * True when a filter has a drug that is not in the terminology, so that only the documents can show whether it is one.
 */
export const dependsOnDocuments = ({ drug = [] }: SearchFilters): boolean =>
  drug.some((written) => readDrugName(written).kind === 'unlisted');

/**
 * Resolves the drugs of a filter, by any name, to the names that indexes use. A name that is only in the documents is
 * searched as written. A name that neither the terminology nor the documents contain is refused, and so is one that two
 * drugs share: finding nothing, or the other drug, would look like an answer. Refusals never repeat the input.
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
      return err(refusal(path, 'This abbreviation stands for more than one drug.', name.meanings));
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
