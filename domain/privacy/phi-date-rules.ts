import { after, before, identifierOf, type PhiHit, type PhiRule } from './phi-rule.ts';

const UNIT =
  /^\s{0,2}(?:m?c?g|mcg|kg|ml|cc|l|units?|iu|meq|mmol|mm|cm|%|hg|bpm|j|joules?|doses?|tabs?|hours?|hrs?|min|minutes?|days?|weeks?|months?|years?|yo|y\/o|patients?|times?|puffs?|drops?)\b|^\s{0,2}%/i;

/** Dates of rules and papers are not dates "directly related to an individual" (45 CFR 164.514(b)(2)(i)(C)). */
const PUBLICATION =
  /(?:effective|revised|revision|updated?|issued|published|supersedes|version|edition|guidelines?|protocols?|policy|policies|ref)(?: date| of| from| dated| on| as of)?[\s:,(]{0,3}$/i;

const isPersonal = (hit: PhiHit): boolean => !UNIT.test(after(hit, 12)) && !PUBLICATION.test(before(hit, 30));

/** `5/10/15` can be three doses, `2-4-24` three numbers: a short year needs slashes and no unit, or a year of four. */
const isNumericDate = (hit: PhiHit): boolean => isPersonal(hit) && !/[-–:]$/.test(before(hit, 1));

/** "may 5", "march 5" and "dec 5" can be other things: they need a capital, and "May" a year or an ordinal. */
const isNamedDate = (hit: PhiHit): boolean => {
  const found = identifierOf(hit);
  if (!isPersonal(hit)) return false;
  if (/\d{4}$|\d(?:st|nd|rd|th)$/i.test(found)) return true;
  if (/^may/i.test(found)) return false;
  return /^[A-Z]/.test(found) || !/^(?:march|august|[a-z]{3,4}\b)/i.test(found);
};

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:18|19|20)\\d{2}';

/** "over 90 years old" asks about a group; "92 years old" is one person. */
const ageGroup =
  /(?:over|above|under|below|than|least|most|exceed(?:s|ing)?|beyond|[<>≥≤=]|between|through|to|and|or|-|–)\s{0,2}(?:the )?(?:ages? )?(?:of )?$/i;
const openEnd =
  /^\s{0,2}(?:\+|(?:years? )?(?:old )?(?:or|and) (?:older|above|over|more|up|greater)|days?\b|weeks?\b|months?\b|mos?\b|[-–/]\s?\d|%|kg\b|lbs?\b)/i;

const isOnePerson = (hit: PhiHit): boolean =>
  !ageGroup.test(before(hit, 24)) && !openEnd.test(after(hit, 24));

/** Dates that are finer than a year, and ages over 89. Durations, ratios and doses are none. */
export const phiDateRules: readonly PhiRule[] = [
  {
    kind: 'date',
    pattern:
      /\b(?:DOB|D\.O\.B\.?|date of birth|birth ?date|birthday)(?: is| was| of)?[\s:=-]{0,3}(?<id>\d{1,4}[/. ‐-–-]{1,2}\d{1,2}[/. ‐-–-]{1,2}\d{1,4}|\d{8}|\d{1,2}[/-]\d{1,2}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:,? \d{4})?)(?!\d)/dgiu,
  },
  {
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?:0?[1-9]|1[0-2])[/.‐-–-](?:0?[1-9]|[12]\d|3[01])[/.‐-–-](?:18|19|20)\d{2}(?![\w/-])/dgu,
    accepts: isNumericDate,
  },
  {
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?:0?[1-9]|[12]\d|3[01])[/.‐-–-](?:0?[1-9]|1[0-2])[/.‐-–-](?:18|19|20)\d{2}(?![\w/-])/dgu,
    accepts: isNumericDate,
  },
  {
    kind: 'date',
    pattern: /(?<![\w/.-])(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/\d{2}(?![\w/-])/dgu,
    accepts: isNumericDate,
  },
  {
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?:18|19|20)\d{2}[/‐-–-](?:0?[1-9]|1[0-2])[/‐-–-](?:0?[1-9]|[12]\d|3[01])(?![\d/-])/dgu,
    accepts: isNumericDate,
  },
  {
    kind: 'date',
    pattern:
      /\b(?:born|DOB|admitted|discharged|seen|died|deceased|diagnosed|since|appointment|visit|surgery|last seen)(?: on| in)? (?<id>(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|[12]\d|3[01])(?:[/-]\d{2})?)(?![\d/-])/dgiu,
    accepts: isPersonal,
  },
  {
    kind: 'date',
    pattern: new RegExp(`\\b${MONTH} ${DAY}(?:st|nd|rd|th)?\\b(?:,? ${YEAR}\\b)?`, 'dgiu'),
    accepts: isNamedDate,
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `\\b${DAY}(?:st|nd|rd|th)(?: of)?[ -]${MONTH}(?:,?[ -]${YEAR}\\b)?|\\b${DAY}[ -]${MONTH},?[ -]${YEAR}\\b`,
      'dgiu',
    ),
    accepts: isPersonal,
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `\\b(?:born|DOB|admitted|discharged|died|deceased|diagnosed|surgery|transplant|seen)(?: on| in| since)?:? (?<id>${MONTH}(?:,? ${YEAR})?)(?![a-z])`,
      'dgiu',
    ),
    accepts: (hit) => !/^may$/i.test(identifierOf(hit)) && isPersonal(hit),
  },
  {
    kind: 'date',
    pattern: new RegExp(`\\b(?:on|since|until|from|before|after) (?<id>${DAY} ${MONTH})(?! \\d)`, 'dgu'),
    accepts: isPersonal,
  },
  {
    kind: 'age_over_89',
    pattern:
      /(?<![\d.\w-])(?<id>9\d|1[0-3]\d)[ -]{0,2}(?:y\/?o\b|yr?s?[ .-]{0,2}old\b|years?[ -]{1,2}old\b|years? of age\b|year-old\b|y\.o\.|yo[fm]\b)/dgiu,
    accepts: (hit) =>
      !ageGroup.test(before(hit, 24)) && !openEnd.test(hit.text.slice(hit.matchEnd, hit.matchEnd + 24)),
  },
  {
    kind: 'age_over_89',
    pattern: /\b(?:age|aged)(?: is| of|:)? (?<id>9\d|1[0-3]\d)(?![\d.])/dgiu,
    accepts: (hit) => isOnePerson(hit) && !/\b(?:over|above|minimum|maximum) ages? $/i.test(before(hit, 20)),
  },
  {
    kind: 'age_over_89',
    pattern:
      /\b(?<id>(?:ninety|one hundred)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)[ -]years?[ -]old\b/dgiu,
    accepts: isOnePerson,
  },
];
