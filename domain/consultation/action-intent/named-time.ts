/** A day, a time of day, or both, as named in a text. */
export type NamedDateTime = {
  /** `2026-11-24`; absent if none is named. */
  readonly day?: string;
  /** The other possible day, for words such as "3/4". */
  readonly otherDay?: string;
  /** `14:00`; absent if none is named. */
  readonly time?: string;
  /** The other possible time, for words such as "at 2", twelve hours later. */
  readonly otherTime?: string;
};

/** A part of a text that names a time. */
export type NamedTime = {
  /** Offsets in UTF-16 code units, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly from: NamedDateTime;
  readonly until?: NamedDateTime;
};
