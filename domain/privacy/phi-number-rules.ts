import { isDoseUnit, unitSource } from '../language/units-of-measure.ts';
import { ibanLength, isNpi, isPaymentCard, isRoutingNumber, isVin } from './check-digits.ts';
import { CHECKED } from './finding-confidence.ts';
import { isDialable } from './is-dialable.ts';
import {
  after,
  before,
  identifierOf,
  type PhiHit,
  type PhiRule,
  unitLookahead,
  withDigits,
} from './phi-rule.ts';

/**
 * A unit after a number shows a quantity; "day" and "x" may also follow a telephone number. So may "L leg", "h/o
 * COPD", "g-tube" and "dose of heparin": no quantity with that many digits has such a unit.
 */
const ofQuantities: ReadonlySet<string> = new Set(['kg', 'mmHg', 'mm', 'cm', 'bpm', 'dose', 'h', 'min']);
const UNIT = new RegExp(
  String.raw`^\s{0,2}(?!(?:dose|[ghjl])(?![\p{L}\d]))(?:%|(?:${unitSource((unit) => isDoseUnit(unit) || ofQuantities.has(unit.symbol))})(?![\p{L}\d]))`,
  'iu',
);

/** Quantities and ordinals that look like a licence plate. */
const MEASURED = new RegExp(
  String.raw`^\d+ ?(?:${unitSource((unit) => isDoseUnit(unit) || /^(?:mm|cm|min|h|day|week)$/.test(unit.symbol), 2)}|th|nd|rd|st)$`,
  'i',
);

/** Numbers of publications, trials, packages and forms. */
const OF_PUBLICATION = /\b(?:PMID|PMC|ISBN|ISSN|NCT|NDC|OCLC|DOI|item|form|catalog|lot)\b\D{0,12}$/i;

// short input: the 40 characters before a finding.
const PHONE_CUE =
  /(?:phone|tel|telephone|cell|mobile|call(?:ed|ing)?|ring|rang|dial(?:led|ed)?|contact|reach(?:ed)?|text(?:ed)?|answering|messages?|desk|pager|fax|number is|notified(?: at)?|(?:wife|husband|son|daughter|mother|father|family|sister|brother|neighbor|caregiver|kin|spouse)\D{0,20} at)\D{0,16}$/iu;

/** The nationwide number of the poison centers of the United States, which identifies no one. */
const POISON_HELP = '8002221222';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const isPoisonHelp = (hit: PhiHit): boolean => digitsOf(identifierOf(hit)).endsWith(POISON_HELP);

const isFax = (hit: PhiHit): boolean => /fax\D{0,16}$/i.test(before(hit, 24));

/** Three numbers separated by spaces can be doses: a cue or a bracket around the area code is required. */
const isPhone = (hit: PhiHit): boolean => {
  const number = identifierOf(hit);
  if (isPoisonHelp(hit) || isFax(hit) || UNIT.test(after(hit, unitLookahead))) return false;
  return (
    /[-.()+‐-–]/.test(number) ||
    PHONE_CUE.test(before(hit, 40)) ||
    (withDigits(10)(hit) && isDialable(number, ['US']))
  );
};

const hasPhoneCue = (hit: PhiHit): boolean =>
  PHONE_CUE.test(before(hit, 40)) &&
  !isFax(hit) &&
  !isPoisonHelp(hit) &&
  !UNIT.test(after(hit, unitLookahead));

const isPaymentCardNumber = (hit: PhiHit): boolean => isPaymentCard(identifierOf(hit));

/** The end of the account number at the start of a hit: the text after it can look like part of it. */
const endOfIban = ({ text, start, end }: PhiHit): number | undefined => {
  const length = ibanLength(text.slice(start, end));
  if (length === 0) return undefined;
  let [seen, at] = [0, start];
  for (; at < end && seen < length; at += 1) if (/[A-Z\d]/i.test(text.charAt(at))) seen += 1;
  return /^[A-Z\d]/i.test(text.slice(at, at + 1)) ? undefined : at;
};

const isDottedSection = (hit: PhiHit): boolean =>
  /(?:section|sections|version|ver|v|chapter|step|part|item|paragraph|release|§)\.?\s{0,2}$/i.test(
    before(hit, 14),
  );

/** "1.4.3.3" is a numbered paragraph of a guideline unless the context announces a network address. */
const isNumberedParagraph = (hit: PhiHit): boolean =>
  identifierOf(hit)
    .split('.')
    .every((part) => Number(part) < 20) &&
  !/\b(?:IP|host|server|address|from|login|gateway)\b.{0,12}$/iu.test(before(hit, 24));

/** Ten digits without separators: a NANP telephone number, a provider's or a record's number. */
const isTenDigits = (hit: PhiHit): boolean =>
  !UNIT.test(after(hit, unitLookahead)) &&
  !OF_PUBLICATION.test(before(hit, 24)) &&
  !isPoisonHelp(hit) &&
  !isFax(hit);

/** A North American telephone number in any notation. */
const NANP =
  '(?:\\+?1[ .‐-–-]{0,2})?(?:\\([2-9]\\d{2}\\) {0,2}|[2-9]\\d{2}[ .‐-–-]{0,2})[2-9]\\d{2}[ .‐-–-]?\\d{4}';
/** A number with a country code, or of a country whose notation is unknown. */
const FOREIGN_NUMBER = '\\+?\\(?\\d{1,5}\\)?(?:[ .‐-–/-]?\\(?\\d{1,5}\\)?){1,6}';

/** Numbers that identify a person, or a person's property, by their form or by the word before them. */
export const phiNumberRules: readonly PhiRule[] = [
  { kind: 'ssn', pattern: /(?<![\d-])\d{3}[-‐-–]\d{2}[-‐-–]\d{4}(?![\d-])/dgu },
  {
    kind: 'ssn',
    pattern:
      /\b(?:SSN|SS ?#|social(?: security)?(?: number| no\.?| #)?)(?: is| ending in| last four)?[\s:#=-]{0,4}(?<id>\d{3}[ .]?\d{2}[ .]?\d{4}|\d{4})(?![\d-])/dgiu,
  },
  {
    kind: 'ssn',
    pattern:
      /\blast (?:four|4)(?: digits)?(?: of)?(?: the| his| her| their)?(?: ssn| social)(?: is|:)?\s{0,2}(?<id>\d{4})\b/dgiu,
  },
  {
    kind: 'mrn',
    pattern:
      /\b(?:MRN|MR ?#|medical record|med(?:ical)? rec|chart|patient|pt)(?:\s?(?:number|num\b|no\b\.?|id\b|identifier|#)){0,2}(?:\s(?:is|was))?[\s:#=.]{0,3}(?<id>\d{2,4}(?:[ -]\d{2,4}){1,4}|[A-Z]{0,4}-?\d[\dA-Z-]{3,19})(?!\.?\w)/dgiu,
    // Without "number", "id" or "#" only the abbreviation is a cue: "patient 12000 ml" is not a number of a patient.
    accepts: (hit) =>
      withDigits(4)(hit) &&
      !UNIT.test(after(hit, unitLookahead)) &&
      /(?:MRN|#|number|num|no\.?|id|identifier|record|rec)(?: is| was)?[\s:#=.]{0,3}$/i.test(before(hit, 24)),
  },
  {
    kind: 'mrn',
    // The abbreviation alone is enough, even with initials or table, emphasis or quotation marks around it.
    pattern:
      /\bM[.-]?\s?R[.-]?\s?N(?:\.|s\b)?(?:\s?(?:number|num\b|no\b\.?|nr\b\.?|id\b|#)){0,2}(?:\s(?:is|was|of|reads))?[\s:;,#=.|/*"'“”‘’`_()[\]<>–→-]{0,8}(?<id>\d{2,4}(?:[ .-]\d{2,4}){1,4}|[A-Z]{0,4}-?\d[\dA-Z-]{3,19})(?!\.?\w)/dgiu,
    accepts: withDigits(5),
  },
  {
    kind: 'mrn',
    // The number before its label.
    pattern:
      /(?<![\w.,/-])(?<id>[A-Z]{0,3}-?\d{5,10}|\d{2,4}(?:[ -]\d{2,4}){1,3})["'”’)\]*|`]{0,3}\s{0,3}[(,:;=|/–-]?\s{0,3}(?:(?:is|as|was)\s)?(?:(?:the|her|his|their|a)\s)?(?:MRN|MR ?#|(?:medical |med\.? |patient |hospital )?(?:record|chart|rec)\s?(?:number|num|no|nr|#)|med(?:ical)?\.? rec(?:ord)?)(?![\p{L}\d])/dgiu,
    accepts: withDigits(5),
  },
  {
    kind: 'mrn',
    pattern:
      /\b(?:chart|hosp(?:ital)?|unit|record|rec|med(?:ical)? rec(?:ord)?|NHS|UHID|UMRN|EMPI|PHN|patient|file)\.?(?:\s?(?:number|num|no|nr|id|#)\.?)?(?: is)?[\s:#=]{0,3}(?<id>\d{3}[ -]\d{3,4}(?:[ -]\d{3,4})?|[A-Z]{0,3}-?\d{5,10})(?![\w/-]|[.,]\d)/dgiu,
    accepts: (hit) => withDigits(5)(hit) && !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'health_plan',
    pattern:
      /\b(?:member|subscriber|beneficiary|medicare|medicaid|medi-cal|insurance|health plan|policy|group|MBI|HICN)(?: (?:policy|card|plan))?(?:\s?(?:id|number|no\b\.?|num|#))?(?: is)?[\s:#=.-]{0,3}(?<id>[A-Z]{0,5}-?\d[\dA-Z-]{4,24})\b/dgiu,
    accepts: withDigits(5),
  },
  {
    // Form of a Medicare Beneficiary Identifier (CMS, "Understanding the MBI"): no S, L, O, I, B or Z.
    kind: 'health_plan',
    pattern:
      /\b[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}\b/dgiu,
  },
  {
    kind: 'account',
    pattern:
      /\b(?:account|acct|invoice|bank|routing|IBAN)\.?(?:\s?(?:number|no\b\.?|num|id|#))?(?: is)?[\s:#=-]{0,3}(?<id>[A-Z]{0,4}-?\d[\dA-Z-]{3,29})\b/dgiu,
    accepts: (hit) => withDigits(5)(hit) && !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'account',
    pattern:
      /\b(?:(?:credit|debit|payment|bank)\s?card|card|cc|visa|mastercard|amex|tarjeta|carte|karte|karta)(?:\s(?:number|no\b\.?|num|n[ºo°]|#))?(?:\s(?:is|ending in|on file))?[\s:#=-]{0,3}(?<id>\d(?:[ –-]?\d){11,18})(?![ –-]?\d|\w)/dgiu,
  },
  {
    kind: 'account',
    pattern: /(?<![\w.+-])[12](?:[ –-]?\d){14}(?![ –-]?\d|\w)/dgu,
    confidence: CHECKED,
    accepts: isPaymentCardNumber,
  },
  {
    kind: 'account',
    pattern: /(?<![\w.+-])[56](?:[ –-]?\d){11}(?![ –-]?\d|\w)/dgu,
    confidence: CHECKED,
    accepts: isPaymentCardNumber,
  },
  {
    kind: 'account',
    pattern: /(?<![\w.+-])[2-6](?:[ –-]?\d){12,18}(?![ –-]?\d|\w)/dgu,
    confidence: CHECKED,
    accepts: isPaymentCardNumber,
  },
  {
    kind: 'account',
    pattern: /(?<![\w.+-])[A-Z]{2}\d{2}(?:[ –-]?[A-Z\d]){11,30}/dgiu,
    confidence: CHECKED,
    endOf: endOfIban,
  },
  {
    kind: 'account',
    pattern:
      /\b(?:routing|ABA|RTN|transit)(?:\s(?:number|no\b\.?|#))?(?: is)?[\s:#=-]{0,3}(?<id>\d{9})(?!\d)/dgiu,
    confidence: CHECKED,
    accepts: (hit) => isRoutingNumber(identifierOf(hit)),
  },
  {
    kind: 'licence',
    pattern:
      /\b(?:(?:driver['’]?s?|driving|medical|nursing|state)? ?(?:licen[cs]e|lic\b\.?)|DL|DEA|NPI|passport|certificate|certification|CDL)(?: (?:id|number|no\b\.?|num))?(?: of the \w{1,12}| [A-Z]{2}\b)?(?: is)?[\s:#=-]{0,3}(?<id>[A-Z]{0,3}-?\d[\dA-Z-]{4,19})\b/dgiu,
    accepts: (hit) => withDigits(5)(hit) && !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'licence',
    pattern: /(?<![\w.+/-])[12]\d{9}(?![\w/-]|[.,]\d)/dgu,
    confidence: CHECKED,
    accepts: (hit) => isNpi(identifierOf(hit)),
  },
  {
    kind: 'vehicle',
    pattern:
      /\bplates?\b(?:\s(?:number|no\b\.?|#|is|reads))?[\s:#=-]{0,3}(?<id>[A-Z\d]{1,4}[ -]?[A-Z\d]{2,5})(?![\w-])/dgiu,
    accepts: (hit) =>
      withDigits(2)(hit) &&
      !/^(?:at|on|in|of|is|by|to|for|and|or|no)\b/i.test(identifierOf(hit)) &&
      /[A-Z]/i.test(identifierOf(hit)) &&
      !UNIT.test(after(hit, unitLookahead)) &&
      !MEASURED.test(identifierOf(hit)),
  },
  {
    kind: 'vehicle',
    pattern:
      /\b(?:licen[cs]e plate|plate (?:number|no\b\.?|#)|tag (?:number|#))(?: is)?[\s:#=-]{0,3}(?<id>[A-Z\d]{1,4}[ -]?[A-Z\d]{2,5})\b/dgiu,
    accepts: withDigits(1),
  },
  {
    kind: 'vehicle',
    pattern: /\bVIN(?: number| no\b\.?)?(?: is)?[\s:#=-]{0,3}(?<id>[A-HJ-NPR-Z\d]{11,17})\b/dgiu,
    accepts: withDigits(4),
  },
  {
    kind: 'vehicle',
    pattern: /\b[A-HJ-NPR-Z\d]{17}\b/dgiu,
    confidence: CHECKED,
    accepts: (hit) => isVin(identifierOf(hit)),
  },
  {
    kind: 'device',
    pattern:
      /\b(?:serial|device|implant|pacemaker|ICD|pump|UDI|IMEI|S\/N)(?: (?:serial|device))?\s?(?:number|no\b\.?|num|id\b|identifier|#|S\/N|:)(?: is)?[\s:#=-]{0,3}(?<id>[A-Z]{0,6}-?\d[\dA-Z-]{3,29})\b/dgiu,
    accepts: (hit) => withDigits(4)(hit) && !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'device',
    pattern:
      /\b(?:serial|S\/N|SN|IMEI|UDI)(?:\s(?:number|no\b\.?|num|#))?(?: is)?[\s:#=-]{0,3}(?<id>[A-Z]{0,6}-?\d[\dA-Z-]{4,29})\b/dgiu,
    accepts: (hit) => withDigits(5)(hit) && !UNIT.test(after(hit, unitLookahead)),
  },
  { kind: 'device', pattern: /\(01\)\d{14}(?:\(\d{2}\)[A-Z\d]{1,20}){0,3}/dgu },
  { kind: 'device', pattern: /(?<![\w:-])(?:[\dA-F]{2}[:-]){5}[\dA-F]{2}(?![\w:-])/dgiu },
  {
    kind: 'identifier',
    pattern:
      /\b(?:incident|run|case|PCR|ePCR|encounter|visit|accession|specimen|prescription|rx|order|claim|employee|student|badge)\s?(?:id\b|number|no\b\.?|num|#)(?: is)?[\s:#=-]{0,3}(?<id>[A-Z]{0,4}-?\d[\dA-Z-]{4,24})\b/dgiu,
    accepts: withDigits(5),
  },
  {
    kind: 'identifier',
    pattern:
      /\b(?:CSN|FIN|HAR|encounter|enc|visit|accession|episode|admission|incident|case|claim|specimen|acc|ePCR|PCR|CAD)\.?(?:\s?(?:id\b|number|num|no\b\.?|#))?(?: is)?[\s:#=]{0,3}(?<id>[A-Z]{0,4}-?\d{6,14}|(?:[A-Z]{1,3}-?)?\d{2,4}-\d{4,10})(?![\w/-]|[.,]\d)/dgiu,
    accepts: (hit) => !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'identifier',
    pattern:
      /\b(?:ID|id|Id)(?:\s?(?:number|no\b\.?|#))?[\s:#]{1,3}(?<id>[A-Z]{1,4}-?\d{5,14}|\d{6,14})(?![\w/-]|[.,]\d)/dgu,
    accepts: (hit) => !UNIT.test(after(hit, unitLookahead)) && !OF_PUBLICATION.test(before(hit, 24)),
  },
  {
    // A user name in a social network: with a digit or a mark inside, or announced as one.
    kind: 'identifier',
    pattern:
      /(?<![\w.@/])@[A-Za-z](?=\w{0,29}[\d_]|\w{1,29}\son\s(?:instagram|twitter|x|facebook|tiktok|snapchat|telegram)\b)\w{2,29}(?![\w@])/dgiu,
  },
  {
    kind: 'fax',
    pattern: new RegExp(
      `\\bfax(?:ed)?(?: [a-z]{1,12}){0,4}[\\s:#=]{1,3}(?<id>${NANP}|${FOREIGN_NUMBER})(?!\\d)`,
      'dgiu',
    ),
    accepts: (hit) => withDigits(7)(hit),
  },
  {
    kind: 'fax',
    pattern:
      /\bfax(?: number| no\b\.?)?(?: is| to| it to)?[\s:#=]{0,3}(?<id>(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-]?)?\d{3}[ .-]?\d{4})(?!\d)/dgiu,
  },
  {
    kind: 'phone',
    pattern:
      /(?<![\w.+-])(?:\+?1[ .‐-–-]{0,2})?(?:\([2-9]\d{2}\) {0,2}|[2-9]\d{2}[ .‐-–-]{1,2})[2-9]\d{2}[ .‐-–-]\d{4}(?![\w-])/dgu,
    accepts: isPhone,
  },
  {
    // The number before its label: "0341 8387176 mobile".
    kind: 'phone',
    pattern:
      /(?<![\w.+-])(?<id>\+?\(?\d{1,5}\)?(?:[ ./-]?\(?\d{1,5}\)?){1,6})\s{0,2}[-–(,:]{0,2}\s{0,2}(?:mobile|cell(?:ular)?|office|desk|landline|phone|home phone|work phone|telephone|Handy|Mobil|m[óo]vil)(?![\p{L}\d])/dgiu,
    accepts: (hit) =>
      withDigits(7)(hit) &&
      !withDigits(16)(hit) &&
      !isPoisonHelp(hit) &&
      !UNIT.test(after(hit, unitLookahead)),
  },
  {
    kind: 'fax',
    pattern:
      /(?<![\w.+-])(?<id>\+?\(?\d{1,5}\)?(?:[ ./-]?\(?\d{1,5}\)?){1,6})\s{0,2}[-–(,:]{0,2}\s{0,2}fax(?![\p{L}\d])(?!\s?(?:number|no\b|#|is|:|to|it)?[\s:#]{0,3}[+(]?\d)/dgiu,
    accepts: (hit) => withDigits(7)(hit) && !withDigits(16)(hit),
  },
  {
    // With an extension: "345-899-3560x4587".
    kind: 'phone',
    pattern:
      /(?<![\w.+-])(?:\+?\d{1,3}[ .-])?\(?\d{2,4}\)?[ .-]{0,2}\d{3}[ .-]\d{3,4}\s?(?:x|ext\.?|extension)\s?\d{2,6}(?!\w)/dgiu,
  },
  {
    // Groups of two and three digits, as in much of Europe, after words that announce a telephone number.
    kind: 'phone',
    pattern: /(?<![\w.+-])\d{2,3}(?:[ .]\d{2,3}){2,4}(?![\w/%-]|[.,]\d)/dgu,
    accepts: (hit) =>
      withDigits(8)(hit) &&
      !isFax(hit) &&
      !UNIT.test(after(hit, unitLookahead)) &&
      (PHONE_CUE.test(before(hit, 40)) ||
        /(?:phone|tel|messages|answering)\b.{0,12}\b(?:to|at|on)\s$/iu.test(before(hit, 30))),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w.+-])(?:[2-9]\d{2}[ -])?[2-9]\d{2}[ .-]\d{4}(?![\w-])/dgu,
    accepts: hasPhoneCue,
  },
  { kind: 'phone', pattern: /(?<![\w.+-])1?[2-9]\d{9}(?![\w-])/dgu, accepts: hasPhoneCue },
  {
    kind: 'phone',
    pattern: /(?<![\w+])\+[1-9]\d{0,2}(?:[ .-]?\(?\d{2,4}\)?){2,5}(?![\w-])/dgu,
    accepts: (hit) => withDigits(9)(hit) && !isFax(hit) && !isPoisonHelp(hit),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w+])\+\(?[1-9]\d{0,13}\)?(?:[ .‐-–/-]{0,2}\(?\d{1,5}\)?){0,6}(?![\w-])/dgu,
    accepts: (hit) => withDigits(8)(hit) && !isFax(hit) && isDialable(identifierOf(hit), []),
  },
  {
    // In brackets, with a hyphen or without separators: "(310)555-0142", "310-5550142".
    kind: 'phone',
    pattern: new RegExp(`(?<![\\w.+-])${NANP}(?![\\w-])`, 'dgu'),
    accepts: (hit) =>
      isPhone(hit) ||
      (hasPhoneCue(hit) && withDigits(10)(hit)) ||
      (/^\d{10}$/.test(identifierOf(hit)) && isTenDigits(hit) && isDialable(identifierOf(hit), ['US'])),
  },
  {
    // After a cue, in the notation of any country.
    kind: 'phone',
    pattern: new RegExp(
      `\\b(?:phone|tel|telephone|telefon|cell|mobile|mob|call(?: back)?|contact|whatsapp|pager|ph|reach(?:ed)?(?: \\w{1,10})? (?:at|on))\\.?(?:\\s(?:number|no\\b\\.?|is|at|on|her|him|them|back|family)){0,2}[\\s:#=]{1,3}(?<id>${FOREIGN_NUMBER})(?![\\w/-])`,
      'dgiu',
    ),
    accepts: (hit) =>
      withDigits(7)(hit) &&
      !withDigits(16)(hit) &&
      !UNIT.test(after(hit, unitLookahead)) &&
      !isPoisonHelp(hit),
  },
  {
    // National forms of other countries begin with a zero.
    kind: 'phone',
    pattern: /(?<![\w.,/+-])\(?0\d{1,4}\)?(?:[ .‐-–/-]{1,2}\d{2,10}){1,4}(?![\w/-]|[.,]\d)/dgu,
    accepts: (hit) =>
      withDigits(9)(hit) &&
      !UNIT.test(after(hit, unitLookahead)) &&
      !OF_PUBLICATION.test(before(hit, 24)) &&
      !isFax(hit) &&
      isDialable(identifierOf(hit), ['GB', 'FR', 'DE', 'AU', 'NG', 'VN']),
  },
  { kind: 'email', pattern: /(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/dgu },
  {
    // With blanks or words in place of its signs, as people write addresses to hide them from machines.
    kind: 'email',
    pattern:
      /(?<![\w.+%-])[\w.+%-]{1,64} {0,2}(?:@|[([]at[)\]]) {0,2}[\w-]{1,63}(?: {0,2}(?:\.|[([]dot[)\]]) {0,2}[\w-]{1,63}){0,3} {0,2}(?:\.|[([]dot[)\]]) {0,2}(?:com|org|net|edu|gov|info|io|me|co|uk|us|ca|de)(?![\w-])/dgiu,
  },
  { kind: 'url', pattern: /\b(?:https?|ftp|sftp):\/\/[^\s<>"']{0,1999}[^\s<>"'.,;:!?)\]]/dgiu },
  { kind: 'url', pattern: /\bwww\.[^\s<>"']{1,499}[^\s<>"'.,;:!?)\]]/dgiu },
  {
    kind: 'url',
    pattern:
      /(?<![\w@.-])[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){0,3}\.(?:com|org|net|gov|edu|info|io|me)\/[^\s<>"']{0,499}[^\s<>"'.,;:!?)\]]/dgiu,
  },
  {
    kind: 'ip',
    pattern:
      /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d{2}|[1-9]?\d)(?![\w]|\.\d)/dgu,
    accepts: (hit) => !isDottedSection(hit) && !isNumberedParagraph(hit),
  },
  { kind: 'ip', pattern: /(?<![\w:.])(?:[\da-f]{1,4}:){7}[\da-f]{1,4}(?!\w|:\w)/dgiu },
  { kind: 'ip', pattern: /(?<![\w:.])(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}(?![\w:])/dgiu },
  // A social security number without hyphens, or a record number: nothing else in a clinical text has nine digits.
  {
    kind: 'identifier',
    pattern: /(?<![\w.,/:+-])(?:\d{9}|\d{3}[ .]\d{2}[ .]\d{4})(?![\w/:+-]|[.,]\d)/dgu,
    accepts: (hit) => !UNIT.test(after(hit, unitLookahead)) && !OF_PUBLICATION.test(before(hit, 24)),
  },
];
