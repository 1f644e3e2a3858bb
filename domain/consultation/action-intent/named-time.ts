/** A day, a time of day, or both, as far as words name them. */
export type NamedDateTime = {
  /** `2026-11-24`; absent where none is named. */
  readonly day?: string;
  /** Where the words may also mean another day, as "3/4" does. */
  readonly otherDay?: string;
  /** `14:00`; absent where none is named. */
  readonly time?: string;
  /** Where "at 2" may also be twelve hours later. */
  readonly otherTime?: string;
};

/** What a part of a text says of when. */
export type NamedTime = {
  /** Offsets in UTF-16 code units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly from: NamedDateTime;
  readonly until?: NamedDateTime;
};
