import { matchConcepts } from '../../language/concept-matcher.ts';
import {
  canBePrefix,
  isMeasure,
  isYear,
  protocolNumberGrammar,
} from '../../language/protocol-number-grammar.ts';
import { readRomanNumeral } from '../../language/roman-numerals.ts';
import { stem } from '../../language/stem.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { tokenize } from '../../language/tokenize.ts';
import { normalizeProtocolNumber, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { isDrugWord } from './spelling.ts';

const { number, numberInList, announcer, between, roman, romanAnnouncer, inDivision } = protocolNumberGrammar;

/** A number with separated letters, which belong to it when it is filed so: "AMB 206", "1203 P". */
const written = (form: string): string =>
  String.raw`(?:(?<prefix>[a-z]{1,4})\s)?(?<number>${form})(?:\s(?:-\s)?(?<suffix>[a-z]{1,2})(?![\w']))?`;
const announced = new RegExp(String.raw`(?<![a-z\d])${announcer}${between}${written(numberInList)}`, 'dgi');
const further = new RegExp(
  String.raw`\s*(?:,(?:\s*(?:and|or))?|/|&|\+|and|or|versus|vs\.?)\s*#?(?:${announcer}${between})?${written(numberInList)}`,
  'diy',
);
const bareAlone = new RegExp(`^${number}$`, 'i');
const bare = new RegExp(String.raw`(?<![\w.,/$<>=+:-])${written(number)}`, 'dgi');

const announcedRoman = new RegExp(
  String.raw`(?<![a-z\d])${romanAnnouncer}${between}(?<numeral>${roman})(?=(?<end>\s*(?:$|[?!,;:)]))?)`,
  'gi',
);
const divided = new RegExp(String.raw`(?<![a-z\d])${inDivision}`, 'gi');

/** Text after a bare number that is one side of a range or a pair, or a measure with a one-letter unit. */
const pairAfter = /^\s*(?:[/-]|(?:x|to|c|f|l)\b)/i;
/** Text before a number that is a measurement rather than a protocol. */
const measurementBefore =
  /(?:\b(?:sbp|dbp|bp|b\/p|systolic|diastolic|map|hr|rate|pulse|rr|resps?|respirations|spo2|sats?|o2|fio2|etco2|bgl|bg|fsbs|cbg|glucose|sugar|temp|temperature|gcs|ph|k|na|hgb|hb|inr|troponin|creatinine|cr|weighs?|weight|wt|size|tube|ett|age|aged|dose|give|gave|of|than|about|over|under|above|below|at|to|is|was|for|lactate|energy|potassium|sodium|with|by|x)|[<>=≤≥~])\s*$/i;
/** Words between a drug and its dose: "amiodarone iv push 150". */
const wayOfGiving = /^(?:iv|io|im|in|sq|sc|po|pr|sl|neb|push|bolus|drip|infusion|dose|max|then|and)$/i;

/** True when a number is the dose of a drug, as in "amiodarone 150" and "amiodarone iv 150". */
const isDoseOfDrug = (before: string): boolean => {
  const words = before.match(/[a-z]+/gi) ?? [];
  const nearest = words.findLastIndex((word) => !wayOfGiving.test(word));
  return /[a-z]\s+$/i.test(before) && isDrugWord((words[nearest] ?? '').toLowerCase());
};

/** True when a code names a medical concept rather than a protocol: `D10`, `B12`. */
const namesSomething = (code: string): boolean => {
  if (!/^[a-z]+\d+$/i.test(code)) return false;
  const tokens = tokenize(code);
  return (
    abbreviations.has(code.toLowerCase()) ||
    matchConcepts(
      tokens,
      tokens.map(({ text }) => stem(text)),
      true,
    ).length > 0
  );
};

type Reading = {
  /** As written, including separated letters that belong to it. */
  readonly text: string;
  readonly isFiled: boolean;
  /** True when letters before the digits, separated by a space, do not belong to it. */
  readonly isApart: boolean;
  readonly before: string;
  readonly after: string;
  readonly end: number;
};

/** The reading of a match under which something is filed, otherwise the bare number. */
const readingOf = (
  match: RegExpExecArray,
  query: string,
  vocabulary: QueryVocabulary,
): Reading | undefined => {
  const { prefix, number: digits, suffix } = match.groups ?? {};
  const [start = 0, end = 0] = match.indices?.groups?.number ?? [];
  if (digits === undefined) return undefined;
  const front = prefix !== undefined && canBePrefix(prefix) ? prefix : '';
  const back = suffix ?? '';
  const readings = [`${front}${digits}${back}`, `${front}${digits}`, `${digits}${back}`, digits];
  const text = readings.find((reading) => vocabulary.filedNumber(reading) !== undefined) ?? digits;
  const withSuffix = back !== '' && text.endsWith(back) && text !== digits;
  const stop = withSuffix ? match.index + match[0].length : end;
  return {
    text,
    isFiled: vocabulary.filedNumber(text) !== undefined,
    isApart: prefix !== undefined && !(front !== '' && text.startsWith(front)),
    before: query.slice(Math.max(0, start - 48), start),
    after: query.slice(stop),
    end: stop,
  };
};

const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0;

/**
 * True when an unfiled number resembles filed ones: it has the letters of a series or, if it is the whole question, the
 * same chapter. One letter and a number may also be a vertebra.
 */
const isOfSeries = ({ text, isApart }: Reading, isAll: boolean, vocabulary: QueryVocabulary): boolean => {
  if (isApart || !(isAll || /^[a-z]{2}/i.test(text))) return false;
  return vocabulary.hasProtocolSeries(text);
};

/** True when a bare number counts as a protocol number: usually only if something is filed under it. */
const countsBare = (reading: Reading, query: string, vocabulary: QueryVocabulary): boolean => {
  const { text, isFiled, before, after } = reading;
  const isAll = protocolNumberKey(query.replace(/^\W+|(?<!\W)\W+$/g, '')) === protocolNumberKey(text);
  // One or two digits, or a year, can mean anything in a sentence.
  if (/^\d{1,2}$/.test(text) || isYear(text)) return isFiled && isAll;
  if (isMeasure(after) || pairAfter.test(after)) return false;
  if (measurementBefore.test(before) || isDoseOfDrug(before) || namesSomething(text)) return false;
  if (isFiled) return true;
  if (isOfSeries(reading, isAll, vocabulary)) return true;
  const isLong = /^\d{3,5}(?:\.\d+)?(?:-?[a-z]{1,2})?$/i.test(text);
  if (
    isLong &&
    !/\d[cfghjklmwxy]$/i.test(text) &&
    vocabulary.hasProtocolNumber(normalizeProtocolNumber(text))
  )
    return true;
  return isAll && (isLong || /^[a-z]{1,4}-\d{2,}/i.test(text) || /^\d+(?:\.\d+){2,}$/.test(text));
};

/** The most protocol numbers of one question. */
const maxNumbers = 5;
/** The most words with digits that are looked up as numbers of another form. */
const maxLookedUp = 20;

const trimmed = (word: string): string => word.replace(/^[^a-z\d]+|(?<![^a-z\d])[^a-z\d]+$/gi, '');

/**
 * Numbers of any form under which the metadata file documents: "NUR/44-b", also written "nur 44b". A number with
 * letters in it, of up to three words.
 */
const learnedNumbers = (query: string, { filedNumber }: QueryVocabulary): readonly string[] => {
  const words = query.split(/\s+/).map(trimmed);
  const withDigits = words.flatMap((word, at) => (/\d/.test(word) ? [at] : [])).slice(0, maxLookedUp);
  return withDigits.flatMap((at) => {
    const [start, end] = [Math.max(0, at - 2), at + 2];
    const windows = [
      [start, at + 1],
      [start, end],
      [Math.max(0, at - 1), end],
      [Math.max(0, at - 1), at + 1],
      [at, end],
      [at, at + 1],
    ].map(([from, to]) => words.slice(from, to).join(''));
    const filed = windows.find(
      (text) => /[a-z]/i.test(text) && !bareAlone.test(text) && filedNumber(text) !== undefined,
    );
    return filed === undefined ? [] : [filed];
  });
};

/** The protocols of divisions: "section 3, protocol 12" is `3.12`, unless both numbers are filed separately. */
const numbersInDivisions = (
  query: string,
  { filedNumber }: QueryVocabulary,
): readonly { readonly text: string; readonly start: number; readonly end: number }[] =>
  [...query.matchAll(divided)].flatMap((match) => {
    const { division = '', part = '' } = match.groups ?? {};
    const text = `${division}.${part}`;
    const areApart = filedNumber(division) !== undefined && filedNumber(part) !== undefined;
    if (filedNumber(text) === undefined && areApart) return [];
    return [{ text, start: match.index, end: match.index + match[0].length }];
  });

/**
 * Roman numerals after "protocol", "policy" and similar words. "IV" is also a route and "I" a person: such short ones
 * count only at the end of a phrase.
 */
const romanNumbers = (query: string, { filedNumber }: QueryVocabulary): readonly string[] =>
  [...query.matchAll(announcedRoman)].flatMap((match) => {
    const { numeral = '', end } = match.groups ?? {};
    const value = readRomanNumeral(numeral);
    const isAmbiguous = numeral.length === 1 || numeral.toLowerCase() === 'iv';
    if (value === undefined || (isAmbiguous && end === undefined)) return [];
    const isFiled = filedNumber(String(value)) !== undefined;
    return isFiled || (numeral.length > 1 && numeral === numeral.toUpperCase()) ? [String(value)] : [];
  });

/**
 * Finds the protocol numbers that a question asks for, in their filed spelling: "1203P" is `1203-p` where a document is
 * filed so, in any form that the metadata use ("nur 44b" for "NUR/44-b"). Announced numbers ("Ref 502/503", "policies
 * 510 and 512", "SOP4", "CPG A0407") always count, years only when filed. Bare numbers ("814", "4.12", "AMB-203") count
 * when something is filed under them, or they are the whole question, and no context makes them a dose, an age or a
 * vital sign; unfiled ones also count when their letters are known from others ("RES-09" with "RES-02"). `0.3 mg`, `sbp
 * 150`, "12-lead" and "65 year old" are never protocol numbers.
 */
export const findProtocolNumbers = (query: string, vocabulary: QueryVocabulary): readonly string[] => {
  const found = new Map<string, string>();
  const add = (text: string): void => {
    const asFiled = vocabulary.filedNumber(text) ?? normalizeProtocolNumber(text);
    found.set(protocolNumberKey(asFiled), asFiled);
  };
  const countsAnnounced = ({ text, isFiled, isApart, after }: Reading): boolean =>
    (isFiled || !(isApart || isYear(text))) && !isMeasure(after);
  const taken: (readonly [start: number, end: number])[] = [];
  const isTaken = (index: number): boolean => taken.some(([start, end]) => index >= start && index < end);
  for (const { text, start, end } of numbersInDivisions(query, vocabulary)) {
    add(text);
    taken.push([start, end]);
  }
  for (const match of query.matchAll(announced)) {
    if (isTaken(match.index)) continue;
    let reading = readingOf(match, query, vocabulary);
    if (!reading || !countsAnnounced(reading)) continue;
    const first = reading;
    while (reading && found.size < maxNumbers) {
      add(reading.text);
      taken.push([match.index, reading.end]);
      further.lastIndex = reading.end;
      const next = further.exec(query);
      const following: Reading | undefined = next ? readingOf(next, query, vocabulary) : undefined;
      const isAlike = following && (following.isFiled || digitsIn(following.text) === digitsIn(first.text));
      reading = following && isAlike && countsAnnounced(following) ? following : undefined;
    }
  }
  for (const match of query.matchAll(bare)) {
    if (isTaken(match.index)) continue;
    const reading = readingOf(match, query, vocabulary);
    if (reading && countsBare(reading, query, vocabulary)) add(reading.text);
  }
  for (const text of [...romanNumbers(query, vocabulary), ...learnedNumbers(query, vocabulary)]) add(text);
  return [...found.values()].slice(0, maxNumbers);
};
