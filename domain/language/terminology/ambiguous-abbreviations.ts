import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { SenseRow } from './table-rows.ts';
import { senseRows } from './tables.generated.ts';

export type AmbiguousAbbreviation = {
  readonly senses: readonly SenseRow[];
  /** The meaning when there is no clear winner; absent when it is safer to leave the abbreviation unchanged. */
  readonly usual?: string;
  /** Set when it is an everyday word unless in capitals. */
  readonly onlyInCapitals?: true;
};

/** True when the table lists evidence for the meaning; a meaning without any is only the usual one. */
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
 * Abbreviations with several meanings. The context decides which one is meant; without a clear winner and without a
 * usual meaning the abbreviation stays as written.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, AmbiguousAbbreviation> = new Map(
  Map.groupBy(senseRows, ({ abbreviation }) => abbreviation)
    .entries()
    .map(([abbreviation, rows]) => [abbreviation, abbreviationOf(rows)]),
);
