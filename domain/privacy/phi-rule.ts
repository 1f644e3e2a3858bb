import type { PhiKind } from './phi-kind.ts';

/** A place where a rule's pattern fits, before `accepts` has looked at it. */
export type PhiHit = {
  readonly text: string;
  /** The identifier itself: the group `id` of the pattern, or all of the match. UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where the whole match ends: a group `id` may come before context. */
  readonly matchEnd: number;
};

/**
 * One way in which an identifier shows. The pattern has the flags `dg` at least. All its repetitions are bounded, so
 * that a text of n characters takes time in proportion to n.
 */
export type PhiRule = {
  readonly kind: PhiKind;
  readonly pattern: RegExp;
  /** How sure a finding is, from 0 to 1, where it is not as sure as others of its kind. */
  readonly confidence?: number;
  /** Looks at what a pattern cannot say, e.g. a check digit. */
  readonly accepts?: (hit: PhiHit) => boolean;
  /** Where the identifier ends, where a pattern alone takes too much; undefined for one that is none. */
  readonly endOf?: (hit: PhiHit) => number | undefined;
};

/** The text right before a hit. */
export const before = (hit: PhiHit, characters: number): string =>
  hit.text.slice(Math.max(0, hit.start - characters), hit.start);

/** The text right after a hit. */
export const after = (hit: PhiHit, characters: number): string =>
  hit.text.slice(hit.end, hit.end + characters);

/** The identifier. */
export const identifierOf = (hit: PhiHit): string => hit.text.slice(hit.start, hit.end);

/** Accepts identifiers with at least this many digits: "policy 510" is a protocol, not a policy holder. */
export const withDigits =
  (minDigits: number) =>
  (hit: PhiHit): boolean =>
    identifierOf(hit).replaceAll(/\D/g, '').length >= minDigits;

/** Characters after an identifier in which a unit would be read: two blanks, and "international units". */
export const unitWithin = 24;
