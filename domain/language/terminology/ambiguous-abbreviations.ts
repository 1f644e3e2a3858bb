import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { SenseRow } from './table-rows.ts';
import { senseRows } from './tables.generated.ts';

export type AmbiguousAbbreviation = {
  readonly senses: readonly SenseRow[];
  /** The meaning without a clear winner; absent when it is safer to leave the abbreviation as it is. */
  readonly usual?: string;
  /** Whether it is an everyday word unless it is in capitals. */
  readonly onlyInCapitals?: true;
};

/** Whether the table lists any evidence for the meaning; it is taken as the usual one otherwise. */
const hasCues = ({ cues, weakCues, cuesBefore, cuesAfter, doses }: SenseRow): boolean =>
  [cues, weakCues, cuesBefore, cuesAfter, doses].some(({ length }) => length > 0);

const abbreviationOf = (rows: readonly SenseRow[]): AmbiguousAbbreviation => {
  const usual = rows.find((row) => row.usual)?.expansion;
  return {
    senses: rows.filter(hasCues),
    ...omitUndefined({ usual }),
    ...(rows.some(({ onlyInCapitals }) => onlyInCapitals) ? { onlyInCapitals: true } : {}),
  };
};

/**
 * Abbreviations with several meanings. Which one is meant is decided by what is around it; without a clear winner
 * and without a usual meaning the abbreviation stays as written.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, AmbiguousAbbreviation> = new Map(
  Map.groupBy(senseRows, ({ abbreviation }) => abbreviation)
    .entries()
    .map(([abbreviation, rows]) => [abbreviation, abbreviationOf(rows)]),
);
