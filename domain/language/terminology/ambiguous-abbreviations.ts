import { defined } from '../../kernel/defined.ts';
import type { SenseDose, SenseRow } from './table-rows.ts';
import { senseRows } from './tables.generated.ts';

/** One meaning of an abbreviation, and the evidence for it in the text around. */
export type Sense = {
  readonly expansion: string;
  /**
   * Beginnings of words anywhere in the question. Cues of up to three letters, or with a point, are whole words; `#mg`
   * is an amount of that unit, `#` a bare number.
   */
  readonly cues: readonly string[];
  /** The same of words that do not decide alone: "Ms. Jones has pain" gives nobody morphine. */
  readonly weak: readonly string[];
  /** The same of the words right before and right after, which say more. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Doses that are written beside it and belong to no other drug. */
  readonly doses: readonly SenseDose[];
};

export type AmbiguousAbbreviation = {
  readonly senses: readonly Sense[];
  /** The meaning without a clear winner; absent when it is safer to leave the abbreviation as it is. */
  readonly usual?: string;
  /** Whether it is an everyday word unless it is in capitals. */
  readonly onlyInCapitals?: true;
};

const senseOf = ({ expansion, cues, weakCues, cuesBefore, cuesAfter, doses }: SenseRow): Sense => ({
  expansion,
  cues,
  weak: weakCues,
  before: cuesBefore,
  after: cuesAfter,
  doses,
});

/** Whether the table lists any evidence for the meaning; it is taken as the usual one otherwise. */
const hasCues = ({ cues, weakCues, cuesBefore, cuesAfter, doses }: SenseRow): boolean =>
  [cues, weakCues, cuesBefore, cuesAfter, doses].some(({ length }) => length > 0);

const abbreviationOf = (rows: readonly SenseRow[]): AmbiguousAbbreviation => {
  const usual = rows.find((row) => row.usual)?.expansion;
  return {
    senses: rows.filter(hasCues).map(senseOf),
    ...defined({ usual }),
    ...(rows.some(({ onlyInCapitals }) => onlyInCapitals) ? { onlyInCapitals: true } : {}),
  };
};

/**
 * Abbreviations with several meanings. Which one is meant is decided by what stands around it; without a clear winner
 * and without a usual meaning the abbreviation stays as written.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, AmbiguousAbbreviation> = new Map(
  Map.groupBy(senseRows, ({ abbreviation }) => abbreviation)
    .entries()
    .map(([abbreviation, rows]) => [abbreviation, abbreviationOf(rows)]),
);
