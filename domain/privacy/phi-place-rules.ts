import { beginsWithUnit, doseUnitSource } from '../clinical-text/unit-patterns.ts';
import { unitSource } from '../language/units-of-measure.ts';
import { isCountry } from './is-country.ts';
import { after, before, identifierOf, type PhiHit, type PhiRule, unitLookahead } from './phi-rule.ts';
import { STATE } from './places/street-words.ts';

/** Words between a number and "street" that show that the number counts something else. */
const NOT_IN_ADDRESS = new RegExp(
  String.raw`\b(?:${unitSource(({ kind }) => kind !== 'count', 2)}|g|mph|old|male|female|patients?|pts?|people|victims?|on|in|of|the|a|an|at|from|to|with|off|per|and|or|found|down|by|for|lead|large|bore|iv|doses?|car|vehicle|way|lane|ekg|ecg|anterior|inferior|lateral|posterior)\b`,
  'i',
);

const isAddress = (hit: PhiHit): boolean =>
  !NOT_IN_ADDRESS.test(
    identifierOf(hit)
      .replace(/^\S+\s/, '')
      // short input: a found address, of at most 130 characters.
      .replace(/\b(?:way|lane)\b\.?.*$/i, ''),
  ) && !/^\s?(?:elevation|segment|depression|change|scan|angiogra)/i.test(after(hit, 14));

const STATE_NAME = new RegExp(`^(?:${STATE})$`, 'u');
const STATES =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]';

const CONCENTRATED = new RegExp(
  String.raw`^\s{0,2}(?:(?:${doseUnitSource})\b|dilution|concentration|solution|epi)`,
  'i',
);

/** "1 IN 10000", "OR 20000 units" in capitals are not states. */
const isStateAndZip = (hit: PhiHit): boolean =>
  !CONCENTRATED.test(after(hit, unitLookahead)) &&
  (!/\b(?:IN|OR|OK|HI|ME|LA|ID|PA|MS|MI|MD)\s{1,2}$/.test(before(hit, 5)) ||
    /,\s{0,2}[A-Z]{2}\s{1,2}$/.test(before(hit, 8)));

/** Street addresses, homes and ZIP codes: places smaller than a state. */
export const phiPlaceRules: readonly PhiRule[] = [
  {
    kind: 'address',
    pattern:
      /(?<![\w./-])\d{1,6}[A-Z]?\s{1,2}(?:[NSEWnsew]\.?\s)?(?:[\p{L}\d][\p{L}\d'’.-]{0,24}\s){0,3}?[\p{L}\d][\p{L}\d'’.-]{1,24}\s(?:[Ss]treet|[Aa]venue|[Aa]ve|[Bb]oulevard|[Bb]lvd|[Rr]oad|[Pp]arkway|[Pp]kwy|[Hh]ighway|[Hh]wy|STREET|AVENUE|AVE|BLVD|ROAD|Rd|rd|Drive)(?![\p{L}\d])\.?(?:,?\s(?:[Aa]pt|[Aa]partment|[Uu]nit|[Ss]uite|[Ss]te)\.?\s?#?\w{1,6}|,?\s?#\s?\w{1,6})?/dgu,
    accepts: isAddress,
  },
  {
    kind: 'address',
    pattern:
      /(?<![\w./-])\d{1,6}[A-Z]?\s{1,2}(?:[NSEW]\.?\s)?(?:\p{Lu}[\p{L}'’.-]{0,24}\s){1,3}(?:St|Dr|Ct|Ln|Pl|Ter|Cir|Sq|Way|Lane|Court|Place|Terrace|Circle|Square|Trail|Loop|Alley)(?![\p{L}\d])\.?(?:,?\s(?:Apt|Apartment|Unit|Suite|Ste)\.?\s?#?\w{1,6}|,?\s?#\s?\w{1,6})?/dgu,
    accepts: isAddress,
  },
  { kind: 'address', pattern: /\bP\.? ?O\.? ?Box \d{1,7}\b/dgiu },
  {
    kind: 'address',
    pattern: /\b(?:apt|apartment)\.? ?#? ?(?<id>\d{1,5}[A-Z]?)\b/dgiu,
    accepts: (hit) =>
      !/^[\s-]?(?:in|to|for)\b/i.test(after(hit, 8)) &&
      !beginsWithUnit(after(hit, unitLookahead).replace(/^[\s-]/, '')),
  },
  {
    kind: 'address',
    pattern:
      /\b(?:lives?|living|resid(?:es|ing|ent)|home) (?:in|at|of|is) (?<id>\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{1,24}){0,2}(?:, ?[A-Z]{2})?)/dgu,
    accepts: (hit) =>
      !/^(?:Care|Nursing|Skilled|Hospice|Home|SNF|ICU|ED|ER|LA County)\b/.test(identifierOf(hit)) &&
      !isCountry(identifierOf(hit)) &&
      !STATE_NAME.test(identifierOf(hit)),
  },
  {
    kind: 'zip_code',
    // Postal codes of other countries, which look like any number without their label.
    pattern:
      /\b(?:zip|zip ?code|post ?code|postal code|PLZ|Postleitzahl|code postal|c[oó]digo postal|kod pocztowy|mã bưu (?:chính|điện))(?:\sis)?[\s:#]{0,3}(?<id>[A-Z]{0,2}-?\d[\dA-Z]{1,4}(?:[ -][\dA-Z]{2,4})?)(?![\p{L}\d])/dgiu,
  },
  { kind: 'zip_code', pattern: /\bzip(?: ?code)?(?: is)?[\s:#]{0,3}(?<id>\d{5}(?:-\d{4})?)(?!\d)/dgiu },
  {
    kind: 'zip_code',
    pattern: new RegExp(`\\b(?:${STATES})\\s{1,2}(?<id>\\d{5}(?:-\\d{4})?)(?![\\d,.]\\d|\\d)`, 'dgu'),
    accepts: isStateAndZip,
  },
  {
    kind: 'zip_code',
    pattern: /(?<![\w./-])\d{5}-\d{4}(?![\w./-])/dgu,
    accepts: (hit) => !CONCENTRATED.test(after(hit, unitLookahead)),
  },
];
