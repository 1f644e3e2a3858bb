import { confidenceOfKind } from '../finding-confidence.ts';
import { isCountry } from '../is-country.ts';
import { foldName } from '../names/fold-name.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import { STATE } from './street-words.ts';

/** UTF-16 offsets into the text, end exclusive. */
type AddressFinding = {
  readonly kind: 'address';
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
};

/** A full stop is allowed only after an abbreviation: after a longer word it ends a sentence. */
const WORD = String.raw`\p{Lu}(?:[\p{L}\p{M}'’]{0,2}\.|[\p{L}\p{M}'’-]{0,30})`;
const BLANK = String.raw`[^\S\r\n]{1,2}`;
/** Lower-case words inside names of streets and towns, in languages with Latin letters. */
const SMALL = String.raw`(?:de|la|del|las|los|le|les|da|do|dos|das|di|della|du|des|van|der|den|von|vom|zum|zur|am|an|auf|of|and|the|y|i|u\.|ul\.|út|utca|tér|na|nad|sur|sous|en)`;
const NUMBER = String.raw`\d{1,6}(?:[A-Za-z](?![\p{L}]))?`;
const PART = String.raw`(?:${WORD}|${SMALL}|${NUMBER}\.?)`;

/** A possible street line of any country: a number before capitalized words, after them, or both. */
const streetLine = new RegExp(
  String.raw`(?<![\p{L}\p{N}./:'’-])(?:${NUMBER},?${BLANK}(?:${PART}${BLANK}){0,6}${WORD}(?:${BLANK}(?:${SMALL}${BLANK})?${NUMBER}\.?(?![\p{L}\d]))?|${WORD}(?:${BLANK}${PART}){0,4}?,?${BLANK}${NUMBER}\.?(?![\p{L}\d]))`,
  'gu',
);
/** A line start, including the marks of quoted mail. */
const gap =
  /(?:[^\S\r\n]{0,2}[,;])?(?:(?:[^\S\r\n]|\r?\n){1,8}(?:[>|?*•]{1,4}[^\S\r\n]{1,4})?)(?:,(?:[^\S\r\n]|\r?\n){1,3})?/uy;
const unit =
  /(?:(?:[Ss]uite|SUITE|[Aa]pt|APT|[Aa]partment|[Ff]lat|[Ss]te|[Aa]ppt|[Dd]epto|[Aa]pto|[Pp]iso|[Ww]hg|lok|m)\.?\s?#?\d{1,5}[A-Za-z]?|#\s?\d{1,3}|\d{1,2}[ºo°]\s?[A-Z])(?![\p{L}\d])/uy;
const postalCode =
  /(?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{3,4})?|\d{2}-\d{3}|\d{4}-\d{3}|\d{3}\s\d{2}|\d{6}|(?!(?:19|20)\d{2}(?!\d))\d{4}(?:\s[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)(?![\p{L}\d.,/-]*\d|[\p{L}])/uy;
const STATE_NAME = String.raw`(?:${STATE})(?![\p{L}\d])`;
const state = new RegExp(STATE_NAME, 'uy');
/** A state, or any abbreviation of a region between a town and a postal code. */
const region = new RegExp(
  String.raw`(?:${STATE_NAME}|(?:[A-Z]{2,3}|[a-z]{2,3}|\d{2}),?\s{1,4}(?=\d{3,6}(?!\d)))`,
  'uy',
);
const placeName = new RegExp(
  String.raw`${WORD}(?:${BLANK}(?:${SMALL}${BLANK}){0,2}${WORD}){0,4}(?:\s\(\p{L}[^()\n]{1,20}\))?(?![\p{L}\d])`,
  'uy',
);

const unitLookahead = new RegExp(`\\s${unit.source}`, 'u');

/** The parts read after a street. */
type Tail = {
  readonly end: number;
  readonly unit: boolean;
  readonly place: boolean;
  readonly code: boolean;
  readonly land: boolean;
};

const matchAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

/** The longest suffix of some words that is a country: "Riisa Estonia". */
const endsWithCountry = (words: string): boolean => {
  const parts = words.split(/\s+/u);
  return [1, 2, 3].some((count) => count <= parts.length && isCountry(parts.slice(-count).join(' ')));
};

/** Parts of an address in any country's order, at most six: unit, district, town, state, country, code. */
const tailFrom = (text: string, from: number): Tail => {
  let tail: Tail = { end: from, unit: false, place: false, code: false, land: false };
  for (let count = 0; count < 6; count += 1) {
    const at = matchAt(gap, text, tail.end);
    if (at < 0) break;
    const isUnit = matchAt(unit, text, at);
    if (isUnit >= 0 && !tail.unit) {
      tail = { ...tail, end: isUnit, unit: true };
      continue;
    }
    const isCode = matchAt(postalCode, text, at);
    if (isCode >= 0 && !tail.code) {
      tail = { ...tail, end: isCode, code: true };
      continue;
    }
    const isState = matchAt(tail.place || tail.unit ? region : state, text, at);
    if (isState >= 0 && !tail.land) {
      const end = at + text.slice(at, isState).replace(/[\s,]{1,6}$/u, '').length;
      tail = { ...tail, end, land: true };
      continue;
    }
    const isPlace = matchAt(placeName, text, at);
    if (isPlace < 0 || tail.land) break;
    const land = endsWithCountry(text.slice(at, isPlace).replace(/[.-]$/u, ''));
    // The first word of the next line or sentence is no town; only a town directly follows a street.
    if (tail.place && !land) break;
    tail = { ...tail, end: isPlace, place: true, land };
  }
  return tail;
};

/** Words that precede only addresses: after them a street line alone is enough. */
const ADDRESS_BEFORE =
  /(?<!\p{L})(?:addresse?s?|live[sd]?|living|resid(?:es?|ing|ence)|located|deliver(?:ed)?|mail(?:ed)?|sen[dt]|ship(?:ped)?|moved?|home|house|domicili(?:o|ada|ado|é|ée)|residente|adresse|anschrift|wohnhaft|wohnt|demeurant|habite|direcci[oó]n|endereço|indirizzo|adres|zam\.?|zamieszkał[ya]|địa chỉ|ở|trú tại)(?:\s(?:is|was|are|at|to|in|from|the|it|him|her|here|they|following|new|current|en|à|au|aux|bei|zu|unter|tại))*[\s:?,-]{0,4}$/iu;
/** Words that precede people's places and other things: the street must then not be any other word. */
const PLACE_BEFORE = /\b(?:at|to|near|from|on|outside|behind|side of)\s$/iu;

/** Doses, steps and rooms have numbers next to English or medical words; foreign street names are neither. */
const isForeignWord = (line: string): boolean => {
  const words = line.match(/\p{L}[\p{L}\p{M}'’-]{3,}/gu) ?? [];
  return (
    words.length > 0 &&
    words.every((word) => ['unknown', 'name', 'given'].includes(nameLikeness(foldName(word))))
  );
};

/** Dates, and parts of laws, manuals and lists. */
const NO_STREET =
  /(?<!\p{L})(?:January|February|March|April|May|June|July|August|September|October|November|December|Title|Sections?|Division|Article|Polic(?:y|ies)|Board|Resolution|Forms?|Tables?|Figures?|Chapter|Ref|Reference|Step|Level|Grade|Class|Phase|Stage|Protocol|Version|Page|Dated?|Revised|Effective)(?!\p{L})/u;

const isAddress = (text: string, start: number, line: string, tail: Tail): boolean => {
  if (NO_STREET.test(line)) return false;
  if (tail.unit || (/^\d/.test(line) && unitLookahead.test(line))) return true;
  if (tail.place && tail.land && (tail.code || /^\d/.test(line))) return true;
  if (tail.place && (tail.code || tail.land) && isForeignWord(line)) return true;
  const before = text.slice(Math.max(0, start - 50), start);
  if (ADDRESS_BEFORE.test(before)) return true;
  return PLACE_BEFORE.test(before) && isForeignWord(line) && !/^\d+\s\S+$/u.test(line);
};

/** A unit after a number and some words of any script is unambiguous. */
const withUnit =
  /(?<![\p{L}\p{N}./:'’-])\d{1,6}[A-Za-z]?,?(?:[^\S\r\n]{1,2}[\p{L}\d][\p{L}\p{M}\d'’.-]{0,30}){1,7}?(?:,?\s{1,4}(?:[>|?*•]{1,4}\s{1,4})?)(?:[Ss]uite|SUITE|[Aa]pt|APT|[Aa]partment)\.?\s?#?\d{1,5}[A-Za-z]?(?![\p{L}\d])/gu;
const postBox =
  /(?<![\p{L}\d])(?:P\.? ?O\.? ?Box|p\.? ?o\.? ?box|Post(?:al)? ?[Bb]ox|Postfach|Casilla|Apartado|Bo[iî]te [Pp]ostale|skr\. poczt\.)\s(?:n[ºo°.]\s?)?\d{1,7}(?![\p{L}\d])/gu;
/** Addresses of members of the armed forces (USPS Publication 28, 238). */
const military =
  /(?<![\p{L}\d])(?:(?:PSC|CMR|Unit|UNIT)\s\d{1,5},?\s{1,2}Box\s\d{1,5}|(?:USS|USNS|USNV|USCGC)\s\p{Lu}[\p{L}'’-]{1,20})[\s,]{1,4}(?:APO|FPO|DPO),?\sA[AEP]\s\d{5}(?:-\d{4})?(?!\d)/gu;
const onStreet = new RegExp(
  String.raw`\b(?:lives?|living|on|at|corner of|toward|down|along)(?:\sthe)?(?:\s(?:north|south|east|west)\sside\sof)?\s(?<id>(?:\d{1,5}\s)?${WORD}(?:\s${WORD}){0,3}\s(?:[Ss]t(?:reet)?|[Rr]oad|[Rr]d|[Aa]ve(?:nue)?|[Bb]lvd|[Bb]oulevard|[Ll]ane|[Dd]rive|[Ss]quares?|[Pp]arks?|[Cc]rescent|[Tt]errace)(?![\p{L}\d])\.?)`,
  'dgu',
);

const confidence = confidenceOfKind('address');

/** "Estonia 62488": the last line of an address, whatever the first lines are. */
const landAndCode = new RegExp(
  String.raw`(?<![\p{L}\d])(?<land>${WORD}(?:${BLANK}(?:${SMALL}${BLANK})?${WORD}){0,3})(?:\s\(\p{L}[^()\n]{1,20}\))?,?[^\S\r\n]{1,2}(?!(?:19|20)\d{2}(?!\d))(?:${postalCode.source})`,
  'gu',
);
const corner = new RegExp(
  String.raw`(?<![\p{L}])(?:the\s)?corner of\s(?:${PART}${BLANK}){1,6}?and\s(?:${PART}${BLANK}){0,5}(?:${WORD}|\d{1,5})(?![\p{L}\d])`,
  'gu',
);

/** Capitalizes each word of a text without capitals, keeping its length. */
const titleCased = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{M}'’])\p{Ll}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length === letter.length ? upper : letter;
  });

/**
 * Postal addresses of any country, each as one finding, recognized by the order of their parts rather than by the words
 * of one language: a street line with its number, then a unit, a town, a state, a country or a postal code, on one line
 * or several.
 */
export const findPostalAddresses = (written: string): readonly AddressFinding[] => {
  if (!/\d/.test(written)) return [];
  const hasCapitals = /\p{Lu}/u.test(written);
  const text = hasCapitals ? written : titleCased(written);
  const findings: AddressFinding[] = [];
  const put = (start: number, end: number): void => {
    findings.push({ kind: 'address', start, end, confidence });
  };
  let from = 0;
  for (const { 0: line, index } of text.matchAll(streetLine)) {
    if (index < from) continue;
    const tail = tailFrom(text, index + line.length);
    // Where capitals mean nothing, all parts must be present.
    if (
      hasCapitals
        ? !isAddress(text, index, line, tail)
        : !((tail.place || tail.unit) && tail.land && tail.code)
    )
      continue;
    put(index, tail.end);
    from = tail.end;
  }
  for (const pattern of [withUnit, postBox])
    for (const { 0: line, index } of text.matchAll(pattern)) {
      const { end, place, land, code } = tailFrom(text, index + line.length);
      put(index, land || code || (place && pattern === withUnit) ? end : index + line.length);
    }
  for (const { 0: found, index, groups } of text.matchAll(landAndCode))
    if (endsWithCountry(groups?.land ?? '') && /\d{4}/.test(found)) put(index, index + found.length);
  for (const { 0: found, index } of text.matchAll(military)) put(index, index + found.length);
  if (!hasCapitals) return findings;
  for (const { 0: found, index } of text.matchAll(corner)) put(index, index + found.length);
  for (const match of text.matchAll(onStreet)) {
    const [start, end] = match.indices?.groups?.id ?? [0, 0];
    put(start, end);
  }
  return findings;
};
