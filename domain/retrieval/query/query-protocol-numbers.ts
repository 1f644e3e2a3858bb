import { matchConcepts } from '../../language/concept-matcher.ts';
import {
  canBePrefix,
  isMeasure,
  isYear,
  protocolNumberGrammar,
} from '../../language/protocol-number-grammar.ts';
import { stem } from '../../language/stem.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { tokenize } from '../../language/tokenize.ts';
import { normalizeProtocolNumber, protocolNumberKey } from '../protocol-numbers.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { isDrugWord } from './spelling.ts';

const { number, numberInList, announcer, between } = protocolNumberGrammar;

/** A number with letters apart from it, which belong to it when it is filed so: "AMB 206", "1203 P". */
const written = (form: string): string =>
  String.raw`(?:(?<prefix>[a-z]{1,4})\s)?(?<number>${form})(?:\s(?:-\s)?(?<suffix>[a-z]{1,2})(?![\w']))?`;
const announced = new RegExp(String.raw`(?<![a-z\d])${announcer}${between}${written(numberInList)}`, 'dgi');
const further = new RegExp(
  String.raw`\s*(?:,(?:\s*(?:and|or))?|/|&|\+|and|or|versus|vs\.?)\s*#?(?:${announcer}${between})?${written(numberInList)}`,
  'diy',
);
const bare = new RegExp(String.raw`(?<![\w.,/$<>=+:-])${written(number)}`, 'dgi');

/** What follows a bare number that is one side of a range or a pair, or a measure with its unit in one letter. */
const pairAfter = /^\s*(?:[/-]|(?:x|to|c|f|l)\b)/i;
/** What precedes a number that is a measurement and not a protocol. */
const measurementBefore =
  /(?:\b(?:sbp|dbp|bp|b\/p|systolic|diastolic|map|hr|rate|pulse|rr|resps?|respirations|spo2|sats?|o2|fio2|etco2|bgl|bg|fsbs|cbg|glucose|sugar|temp|temperature|gcs|ph|k|na|hgb|hb|inr|troponin|creatinine|cr|weighs?|weight|wt|size|tube|ett|age|aged|dose|give|gave|of|than|about|over|under|above|below|at|to|is|was|for|lactate|energy|potassium|sodium|with|by|x)|[<>=≤≥~])\s*$/i;
/** Words between a drug and its dose: "amiodarone iv push 150". */
const wayOfGiving = /^(?:iv|io|im|in|sq|sc|po|pr|sl|neb|push|bolus|drip|infusion|dose|max|then|and)$/i;

/** Whether a number is the dose of a drug, as in "amiodarone 150" and "amiodarone iv 150". */
const isDoseOfDrug = (before: string): boolean => {
  const words = before.match(/[a-z]+/gi) ?? [];
  const nearest = words.findLastIndex((word) => !wayOfGiving.test(word));
  return /[a-z]\s+$/i.test(before) && isDrugWord((words[nearest] ?? '').toLowerCase());
};

/** Whether a code is the name of something in medicine before it is a number: `D10`, `B12`. */
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
  /** As written, letters apart from the digits included where they belong to it. */
  readonly text: string;
  readonly isFiled: boolean;
  /** Whether letters stand before the digits with a blank between that do not belong to it. */
  readonly isApart: boolean;
  readonly before: string;
  readonly after: string;
  readonly end: number;
};

/** The reading of a match that something is filed under, else the number by itself. */
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

/** Whether a bare number counts although it says nothing of itself: only where something is filed under it. */
const isMeantBare = (reading: Reading, query: string, vocabulary: QueryVocabulary): boolean => {
  const { text, isFiled, before, after } = reading;
  const isAll = protocolNumberKey(query.replace(/^\W+|(?<!\W)\W+$/g, '')) === protocolNumberKey(text);
  // One or two digits, or a year, can be anything in a sentence.
  if (/^\d{1,2}$/.test(text) || isYear(text)) return isFiled && isAll;
  if (isMeasure(after) || pairAfter.test(after)) return false;
  if (measurementBefore.test(before) || isDoseOfDrug(before) || namesSomething(text)) return false;
  if (isFiled) return true;
  const isLong = /^\d{3,5}(?:\.\d+)?(?:-?[a-z]{1,2})?$/i.test(text);
  if (
    isLong &&
    !/\d[cfghjklmwxy]$/i.test(text) &&
    vocabulary.hasProtocolNumber(normalizeProtocolNumber(text))
  )
    return true;
  return isAll && (isLong || /^[a-z]{1,4}-\d{2,}/i.test(text) || /^\d+(?:\.\d+){2,}$/.test(text));
};

/** Most numbers that one question asks for. */
const maxNumbers = 5;

/**
 * The protocol numbers that a question asks for, spelled as they are filed: "1203P" is `1203-p` where a document is
 * filed so. Announced ones ("Ref 502/503", "policies 510 and 512", "SOP4", "CPG A0407") count always, years only when
 * filed; bare ones ("814", "4.12", "AMB-203") when something is filed under them, or they are all that was asked, and
 * nothing around makes them a dose, an age or a vital sign. `0.3 mg`, `sbp 150`, "12-lead" and "65 year old" are never
 * protocol numbers.
 */
export const findProtocolNumbers = (query: string, vocabulary: QueryVocabulary): readonly string[] => {
  const found = new Map<string, string>();
  const add = (text: string): void => {
    const asFiled = vocabulary.filedNumber(text) ?? normalizeProtocolNumber(text);
    found.set(protocolNumberKey(asFiled), asFiled);
  };
  const isMeantAnnounced = ({ text, isFiled, isApart, after }: Reading): boolean =>
    (isFiled || !(isApart || isYear(text))) && !isMeasure(after);
  const taken: (readonly [start: number, end: number])[] = [];
  for (const match of query.matchAll(announced)) {
    let reading = readingOf(match, query, vocabulary);
    if (!reading || !isMeantAnnounced(reading)) continue;
    const first = reading;
    while (reading && found.size < maxNumbers) {
      add(reading.text);
      taken.push([match.index, reading.end]);
      further.lastIndex = reading.end;
      const next = further.exec(query);
      const following: Reading | undefined = next ? readingOf(next, query, vocabulary) : undefined;
      const isAlike = following && (following.isFiled || digitsIn(following.text) === digitsIn(first.text));
      reading = following && isAlike && isMeantAnnounced(following) ? following : undefined;
    }
  }
  for (const match of query.matchAll(bare)) {
    if (taken.some(([start, end]) => match.index >= start && match.index < end)) continue;
    const reading = readingOf(match, query, vocabulary);
    if (reading && isMeantBare(reading, query, vocabulary)) add(reading.text);
  }
  return [...found.values()].slice(0, maxNumbers);
};
