import type { PhiKind } from './phi-kind.ts';

/** A match of a rule's pattern, before `accepts` has checked it. */
export type PhiHit = {
  readonly text: string;
  /** The start of the identifier: the group `id` of the pattern, or the whole match. UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The end of the whole match, which may extend beyond the group `id`. */
  readonly matchEnd: number;
};

/**
 * One form in which an identifier appears. The pattern has at least the flags `dg`, and all its repetitions are
 * bounded, so that matching is linear in the length of the text.
 */
export type PhiRule = {
  readonly kind: PhiKind;
  readonly pattern: RegExp;
  /** The confidence from 0 to 1, if it differs from the default of the kind. */
  readonly confidence?: number;
  /** Checks what a pattern cannot express, e.g. a check digit. */
  readonly accepts?: (hit: PhiHit) => boolean;
  /** Returns the end of the identifier if the pattern matches too much; undefined if there is no identifier. */
  readonly endOf?: (hit: PhiHit) => number | undefined;
};

/** The text immediately before a hit. */
export const before = (hit: PhiHit, characters: number): string =>
  hit.text.slice(Math.max(0, hit.start - characters), hit.start);

/** The text immediately after a hit. */
export const after = (hit: PhiHit, characters: number): string =>
  hit.text.slice(hit.end, hit.end + characters);

/** The identifier. */
export const identifierOf = (hit: PhiHit): string => hit.text.slice(hit.start, hit.end);

/** Accepts identifiers with at least this many digits: "policy 510" is a protocol, not an insurance policy. */
export const withDigits =
  (minDigits: number) =>
  (hit: PhiHit): boolean =>
    identifierOf(hit).replaceAll(/\D/g, '').length >= minDigits;

/** Characters after an identifier that are searched for a unit: two blanks and "international units". */
export const unitLookahead = 24;
