import { unitSource } from '../language/units-of-measure.ts';
import { DOUBTFUL } from './finding-confidence.ts';
import { after, before, identifierOf, type PhiHit, type PhiRule, unitLookahead } from './phi-rule.ts';

const units = `(?:%|(?:${unitSource(({ symbol, kind }) => kind !== 'count' || symbol === 'dose')}|times?|patients?)(?![\\p{L}\\d]))`;
/** A unit after numbers shows that they are quantities; here "L" is a side of the body, and "h/o" a history. */
const UNIT = new RegExp(String.raw`^\s{0,2}(?!h\/[ox]\b|l(?![\p{L}\d]))${units}`, 'iu');
/** After a whole year, a single letter or "dose" does not show a quantity. */
const UNIT_OF_YEAR = new RegExp(String.raw`^\s{0,2}(?!(?:dose|[a-z])(?![\p{L}\d]|\.\p{L}))${units}`, 'iu');
const WHOLE_YEAR = /(?<!\d)\d{4}$/;

/** Dates of rules and publications are not dates "directly related to an individual" (45 CFR 164.514(b)(2)(i)(C)). */
const PUBLICATION =
  /(?:effective|revised|revision|rev|lot|IFU|build|updated?|issued|published|supersedes|version|edition|guidelines?|protocols?|policy|policies|ref)(?: date| of| from| dated| on| as of)?[\s:,(]{0,3}$/i;

const isPersonal = (hit: PhiHit): boolean =>
  !(WHOLE_YEAR.test(identifierOf(hit)) ? UNIT_OF_YEAR : UNIT).test(after(hit, unitLookahead)) &&
  !PUBLICATION.test(before(hit, 30));

/**
 * `5/10/15` can be three doses, `2-4-24` three numbers: a two-digit year needs slashes and no unit; a four-digit year
 * does not.
 */
const isNumericDate = (hit: PhiHit): boolean => isPersonal(hit) && !/[-–:]$/.test(before(hit, 1));

/** "may 5", "march 5" and "dec 5" have other meanings: they need a capital, and "May" also a year or an ordinal. */
const isNamedDate = (hit: PhiHit): boolean => {
  const found = identifierOf(hit);
  if (!isPersonal(hit)) return false;
  if (/\d{4}$|\d(?:st|nd|rd|th)$/i.test(found)) return true;
  // MAR is the medication administration record.
  if (/^may/i.test(found) || found.startsWith('MAR')) return false;
  return /^[A-Z]/.test(found) || !/^(?:march|august|[a-z]{3,4}\b)/i.test(found);
};

/** Words that announce a date, so that even an unusual form counts. */
const DAY_CUE =
  /\b(?:dob|born|birth|admit(?:ted)?|discharged?|d\/c|seen|on|dated?|since|visit|surgery|implanted|placed|recheck|appointment|appt|follow-?up|f\/u|until|from|died|deceased|arrived|triage|note|dos|doa|injury|procedure|lmp|edd|due|last|next|claim for|expires?|exp|in clinic)\D{0,6}$/iu;

/**
 * `6-12-12` and `5-10-20` are series of doses: without a cue, the year must be recent and the numbers must not form
 * steps.
 */
const isShortDate = (hit: PhiHit): boolean => {
  if (!isPersonal(hit) || /[-–:/]$/.test(before(hit, 1))) return false;
  if (DAY_CUE.test(before(hit, 24))) return true;
  const [first = 0, second = 0, year = 0] = identifierOf(hit).split(/\D/).map(Number);
  const isSeries =
    year - second === second - first ||
    year === 2 * second ||
    (first < second && second < year && second === 2 * first);
  return year >= 15 && year <= 35 && !isSeries;
};

/** Eight digits are a day unless they are a quantity or a number of a publication. */
const isCompactDate = (hit: PhiHit): boolean =>
  isPersonal(hit) &&
  !/\b(?:PMID|PMC|lot|item|form|catalog|SNOMED|CPT|NDC|ISBN|rev|doi)\D{0,12}$/iu.test(before(hit, 24));

/** `1/2 NS`, `3/4 of the dose` */
const isMonthAndDay = (hit: PhiHit): boolean =>
  isPersonal(hit) &&
  !/^\s?(?:NS|normal|strength|of\b|saline|dose|tab|pain|on\b|left|right|power|motor|LR|D5)/iu.test(
    after(hit, 12),
  );

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?';
const SHORT_MONTH = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEPT?|OCT|NOV|DEC';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:18|19|20)\\d{2}';

const ORDINAL =
  '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth|twenty[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirty[ -]first)';
const ONES = '(?:one|two|three|four|five|six|seven|eight|nine)';
const SPOKEN_YEAR = `(?:(?:eighteen|nineteen|twenty)[ -](?:hundred|oh[ -]${ONES}|(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]${ONES})?)|two thousand(?: and)?(?: ${ONES}| ten| eleven| twelve| (?:thir|four|fif|six|seven|eigh|nine)teen| twenty(?:[ -]${ONES})?)?|(?:19|20)\\d{2})`;

/** "over 90 years old" asks about a group; "92 years old" is one person. */
const ageGroup =
  /(?:\b(?:over|above|under|below|than|least|most|exceed(?:s|ing)?|beyond|between|through|to|and|or)|[<>≥≤=]|(?<!\d)\d{1,3}\s?[-–])\s{0,2}(?:the )?(?:ages? )?(?:of )?$/i;
const openEnd =
  /^\s{0,2}(?:\+|(?:years? )?(?:old )?(?:or|and) (?:older|above|over|more|up|greater)|days?\b|weeks?\b|months?\b|mos?\b|[-–/]\s?\d|%|kg\b|lbs?\b)/i;

const isOnePerson = (hit: PhiHit): boolean =>
  !ageGroup.test(before(hit, 24)) && !openEnd.test(after(hit, 24));

/** `92 F` is a temperature, too, and `100 F` hardly anything else. */
const TEMPERATURE =
  /temp|fever|ambient|core|rigor|thermi|heat|warm|cool|cold|water|weather|oral|rectal|axillary|tympanic|degree|°|\bT\b|below|above|under|over|reach|hot\b/iu;
const isAgeAndSex = (hit: PhiHit): boolean => {
  if (!isOnePerson(hit)) return false;
  // After a space, a lower-case letter may be metres, farads or a list mark, but not right after a patient.
  if (
    /^ [mf]/.test(after(hit, 2)) &&
    !/(?:^|[\n.:,;-]|\b(?:pt|patient|a|for|in|is|of))\s{0,2}$/iu.test(before(hit, 9))
  )
    return false;
  if (!/^ ?[Ff]/.test(after(hit, 2))) return true;
  return (
    !TEMPERATURE.test(before(hit, 30)) && !TEMPERATURE.test(after(hit, 30)) && Number(identifierOf(hit)) < 100
  );
};

/** Dates more specific than a year, and ages over 89. Durations, ratios and doses do not count. */
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
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?:0?[1-9]|1[0-2])(?<mark>[.-])(?:0?[1-9]|[12]\d|3[01])\k<mark>\d{2}(?![\w/-]|\.\d)/dgu,
    confidence: DOUBTFUL,
    accepts: isShortDate,
  },
  {
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?:1[3-9]|2\d|3[01])(?<mark>[./-])(?:0?[1-9]|1[0-2])\k<mark>\d{2}(?![\w/-]|\.\d)/dgu,
    confidence: DOUBTFUL,
    accepts: isShortDate,
  },
  {
    kind: 'date',
    pattern: new RegExp(
      `(?<![\\w/.-])${DAY}[ /-]?(?:${SHORT_MONTH})[ /-]?(?:${YEAR}|\\d{2})(?![\\w/-])`,
      'dgiu',
    ),
    accepts: (hit) =>
      isPersonal(hit) && (!/ \d{2}$/.test(identifierOf(hit)) || DAY_CUE.test(before(hit, 24))),
  },
  {
    kind: 'date',
    pattern: /(?<![\w.,/:+-])(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w/-]|[.,]\d)/dgu,
    confidence: DOUBTFUL,
    accepts: isCompactDate,
  },
  {
    kind: 'date',
    pattern:
      /\b(?:on|dated?|since|until|from|recheck|appt|appointment|follow-?up|f\/u|procedure|implanted|placed|lmp|edd|due|dose was|last dose)(?: on)?:? (?<id>(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01]))(?![\w/-]|\.\d)/dgiu,
    confidence: DOUBTFUL,
    accepts: isMonthAndDay,
  },
  {
    kind: 'date',
    pattern:
      /\b(?:born|DOB|birth ?date)(?: in| on)?[\s:]{1,3}(?<id>(?:0?[1-9]|1[0-2])\/(?:(?:19|20)\d{2}|\d{2}))(?![\w/-])/dgiu,
  },
  {
    // Spelled as dictated: "March third", "the third of May nineteen eighty-four".
    kind: 'date',
    pattern: new RegExp(
      `\\b(?:${MONTH} (?:the )?${ORDINAL}|(?:the )?${ORDINAL}(?: day)? of ${MONTH})(?:,? (?:of )?${SPOKEN_YEAR}\\b)?`,
      'dgiu',
    ),
    // "may second doses be given", "march first": a verb or a command unless it has a capital or a year.
    accepts: (hit) =>
      isPersonal(hit) &&
      (/\bof\b|\d{4}$|(?:thousand|nineteen|twenty)\b.{0,60}\w$/i.test(identifierOf(hit)) ||
        !/^(?:may|march|august|mar)\b/i.test(identifierOf(hit))),
  },
  {
    kind: 'age_over_89',
    pattern:
      /\b(?:he|she|they|who)(?:['’]s| is| was|['’]re| are| just turned| turned| turns)\s(?<id>9\d|10\d)(?=\s{0,2}(?:[,.;!?\n]|$|and\b|with\b|years?\b|now\b))/dgiu,
  },
  {
    kind: 'age_over_89',
    pattern: /\bturn(?:s|ed|ing)\s(?<id>9\d|10\d)(?![\w.%])/dgiu,
    accepts: isOnePerson,
  },
  {
    kind: 'age_over_89',
    pattern:
      /\baged?\s(?<id>(?:ninety|one hundred|a hundred)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)\b/dgiu,
    accepts: isOnePerson,
  },
  {
    kind: 'age_over_89',
    pattern: /(?<![\d.\w/<>≥≤=-])(?<id>9\d|1[01]\d) ?[MFmf](?![\w/°%-])/dgu,
    accepts: isAgeAndSex,
  },
  {
    kind: 'age_over_89',
    pattern: /(?<![\w.-])[FMfm](?<id>9\d|10\d)(?![\w%/-]|\.\d)/dgu,
    accepts: (hit) => !/\b(?:ICD|code|dx|diagnosis)\b.{0,14}$/iu.test(before(hit, 20)),
  },
  {
    kind: 'age_over_89',
    pattern:
      /(?<![\d.\w/<>≥≤=-])(?<id>9\d|1[01]\d) ?-?(?:yrs?|years?|y)\b(?!\s(?:later|ago|of|after|before|survival|period))/dgiu,
    accepts: (hit) =>
      isOnePerson(hit) && !/\b(?:for|in|after|within|last|past|every|next)\s$/iu.test(before(hit, 8)),
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
      /\b(?<id>(?:ninety|one hundred)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)[ -](?:years?|yrs?)[ -]old\b/dgiu,
    accepts: isOnePerson,
  },
];
