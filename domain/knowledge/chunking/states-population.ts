import { namesPatients, patientKinds } from '../../clinical-text/population.ts';

/** The longest line examined; a line that names the patients of a table is a title, not prose. */
const maxLength = 200;

/** Further patient groups, as banners above charts name them. */
const furtherPatients = /\b(?:obstetric|postpartum|broselow)\b/i;
/** A weight or an age: `10 kg`, `8–11 kg`, `under 2 years`, `6 mo`. */
const size =
  /\d\s?(?:-\s?)?(?:kgs?|kilos?|kilograms?|lbs?|pounds?|years?|yrs?|y\/?o|months?|mos?|weeks?|wks?|cm)\b/iu;
/** The same before its figure: `Weight: 10`, `Approximate kg: 6`. */
const labelledSize =
  /\b(?:weight|wt|kgs?|kilos?|kilograms?|lbs?|pounds?|age(?:\srange)?|length)(?:\s\([a-z]{1,9}\))?\s?[:=]\s?[<>≤≥~]?\s?\d/iu;
/** The colours of length-based tapes (Broselow-Luten), which count when called a zone or alone on the line. */
const colour = 'gr[ae]y|pink|red|purple|yellow|white|blue|orange|green|black|tan';
const zone = new RegExp(
  String.raw`\b(?:${colour})\s+(?:zone|colou?r|band|level|tape)\b|\b(?:zone|colou?r)\s?:?\s?(?:${colour})\b|^\W*(?:${colour})\W*$`,
  'iu',
);

/**
 * True when a line states the patients that the text below it applies to: a patient group, a weight, an age or the zone
 * of a length-based tape.
 */
export const statesPopulation = (line: string): boolean =>
  line.length <= maxLength &&
  (namesPatients(line, ...patientKinds) ||
    furtherPatients.test(line) ||
    size.test(line) ||
    labelledSize.test(line) ||
    zone.test(line));
