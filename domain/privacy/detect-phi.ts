import { confidenceOfKind } from './finding-confidence.ts';
import { findNames } from './names/find-names.ts';
import { phiDateRules } from './phi-date-rules.ts';
import { phiForeignRules } from './phi-foreign-rules.ts';
import type { PhiKind } from './phi-kind.ts';
import { phiNameRules } from './phi-name-rules.ts';
import { phiNumberRules } from './phi-number-rules.ts';
import { phiPlaceRules } from './phi-place-rules.ts';
import type { PhiRule } from './phi-rule.ts';
import { findAddresses } from './places/find-addresses.ts';
import { findCities } from './places/find-cities.ts';
import { findPostalAddresses } from './places/find-postal-addresses.ts';
import { originalSpan, readingsOf } from './screened-text.ts';

/** Text that identifies a person. UTF-16 offsets into the text, end exclusive. */
export type PhiFinding = {
  readonly kind: PhiKind;
  readonly start: number;
  readonly end: number;
  /** The confidence, from 0 to 1. */
  readonly confidence: number;
};

type PhiDetection = { readonly detected: boolean; readonly findings: readonly PhiFinding[] };

/** The name of this detector and its rules in the log; changes with them. */
export const PHI_DETECTOR = 'patterns-8';

/** Of two findings of equal extent, the earlier rule's wins. */
const rules: readonly PhiRule[] = [
  ...phiForeignRules,
  ...phiNumberRules,
  ...phiDateRules,
  ...phiPlaceRules,
  ...phiNameRules,
];

/** With the flag `u`, a pattern that starts inside a surrogate pair would step back and find the same match forever. */
const nextCharacter = (text: string, at: number): number =>
  at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

const findByRule = (rule: PhiRule, text: string): readonly PhiFinding[] => {
  const findings: PhiFinding[] = [];
  const { kind, pattern, accepts, endOf, confidence = confidenceOfKind(kind) } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [start, matched] = match.indices?.groups?.id ?? [match.index, pattern.lastIndex];
    const hit = { text, start, end: matched, matchEnd: pattern.lastIndex };
    const end = endOf ? endOf(hit) : matched;
    if (end !== undefined && (!accepts || accepts(hit))) findings.push({ kind, start, end, confidence });
    // A refused match may hide one that starts inside it.
    else pattern.lastIndex = nextCharacter(text, match.index);
  }
  return findings;
};

/**
 * Merges overlapping findings: the first and longest determines the kind, all of them the extent, and the most
 * confident the confidence.
 */
export const mergeFindings = (findings: readonly PhiFinding[]): readonly PhiFinding[] => {
  const sorted = findings.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const merged: PhiFinding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (!last || finding.start >= last.end) merged.push(finding);
    else
      merged[merged.length - 1] = {
        ...last,
        end: Math.max(last.end, finding.end),
        confidence: Math.max(last.confidence, finding.confidence),
      };
  }
  return merged;
};

const isOfPlace = ({ kind }: PhiFinding): boolean => kind === 'address' || kind === 'zip_code';

/** A time of day belongs to its date. */
const TIME = /^(?:,?\s(?:at\s)?|T)\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?(?![\p{L}\d]))?/iu;
/** The full stop of a sentence is not part of an address; that of an abbreviation is. */
const SENTENCE_END = /(?:\p{L}{4}|\d)[.,]$/u;
const withRightEnd = (text: string, finding: PhiFinding): PhiFinding => {
  if (isOfPlace(finding) && SENTENCE_END.test(text.slice(finding.start, finding.end)))
    return { ...finding, end: finding.end - 1 };
  if (finding.kind !== 'date') return finding;
  const time = TIME.exec(text.slice(finding.end, finding.end + 20));
  return time === null ? finding : { ...finding, end: finding.end + time[0].length };
};

/** The text between parts of one address that were found separately. */
const WITHIN_ADDRESS = /^[\s,;>-]{0,6}$/u;

/** An address is one finding, even if its street, town and code were found separately. */
const joinAddresses = (text: string, findings: readonly PhiFinding[]): readonly PhiFinding[] => {
  const joined: PhiFinding[] = [];
  for (const finding of findings) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      isOfPlace(last) &&
      isOfPlace(finding) &&
      WITHIN_ADDRESS.test(text.slice(last.end, finding.start))
    )
      joined[joined.length - 1] = {
        kind: 'address',
        start: last.start,
        end: finding.end,
        confidence: Math.max(last.confidence, finding.confidence),
      };
    else joined.push(finding);
  }
  return joined;
};

/** The findings of one reading of a text, in order and without overlap. */
export const findByRules = (text: string): readonly PhiFinding[] => {
  const found = [
    ...rules.flatMap((rule) => findByRule(rule, text)),
    ...findAddresses(text),
    ...findPostalAddresses(text),
    ...findCities(text),
    ...findNames(text),
  ].map((finding) => withRightEnd(text, finding));
  return joinAddresses(text, mergeFindings(found));
};

/** The findings of a search in any reading of a text, with offsets into the original text. */
export const findInAnyReading = (
  text: string,
  find: (reading: string) => readonly PhiFinding[],
): readonly PhiFinding[] => {
  const [asWritten, ...others] = readingsOf(text);
  const found = asWritten === undefined ? [] : find(asWritten.text);
  if (others.length === 0) return found;
  const mapped = others.flatMap((reading) =>
    find(reading.text).map(({ kind, start, end, confidence }) => ({
      kind,
      ...originalSpan(reading, start, end),
      confidence,
    })),
  );
  return mergeFindings([...found, ...mapped]);
};

/**
 * Finds the identifiers of the Safe Harbor method (45 CFR 164.514(b)(2)) that patterns can find. Tuned to ignore
 * ordinary clinical content: doses, vital signs, ages up to 89, eponyms and protocol numbers. Findings are in text
 * order and do not overlap. The text is searched both as written and as a person reads it: full-width digits,
 * invisible characters inside names and look-alikes from other alphabets hide nothing. Linear in the length of the
 * text.
 */
export const detectPhi = (text: string): PhiDetection => {
  const findings = findInAnyReading(text, findByRules);
  return { detected: findings.length > 0, findings };
};

/** Replaces each finding by `[kind]`, e.g. `[name]`. `findings` are those of `detectPhi` for this text. */
export const redactPhi = (text: string, findings: readonly PhiFinding[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of findings) {
    parts.push(text.slice(from, start), `[${kind}]`);
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
};
