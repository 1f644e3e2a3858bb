import { givenNames } from './common-names.ts';
import { detectPhi, findByRules, findInAnyReading, type PhiFinding } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

/** The name of this screen and its rules in the log; it changes with them and with those of `detectPhi`. */
export const PATIENT_SCREEN = 'patients-6';

/** Characters before and after a finding that are searched for its owner. */
const REACH = 40;
/** The maximum distance in characters between the description of a person and an identifier of that person. */
const NEAR = 120;

/** Kinds that always belong to one person: a guideline names none of them for agencies or authors. */
const personal: ReadonlySet<PhiKind> = new Set(['ssn', 'mrn', 'health_plan', 'account']);

/** A letter of an alphabet that no rule covers. */
const FOREIGN = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const LETTER = /\p{L}/gu;

/** Returns a finding for text that no rule can read, in which nothing can be ruled out. */
const isUnreadable = (text: string, findings: readonly PhiFinding[]): boolean => {
  const foreign = findings.filter(
    ({ kind, start, end }) => kind === 'name' && FOREIGN.test(text.slice(start, end)),
  );
  const letters = foreign.reduce((sum, { start, end }) => sum + end - start, 0);
  return letters > 0 && letters * 2 > (text.match(LETTER)?.length ?? 0);
};

/** Words that introduce a patient's name on the same line. */
const patientCue =
  /(?:patient|\bpt|client|resident|decedent)(?:['’]s)?(?<strong> is| named?| called|[:,])*[ \t]{1,2}$/iu;

/**
 * Headings such as `Patient Offload Time` look like a name: without a colon or "named", the lists of names decide.
 * They also decide about a single word, which may be a heading that continues on the next line.
 */
const isPatientName = (name: string, before: string): boolean => {
  const cue = patientCue.exec(before);
  if (!cue) return false;
  // No list contains such names, and no English heading looks like this.
  if (FOREIGN.test(name)) return true;
  const [line = ''] = name.split('\n');
  const words = line.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  if (cue.groups?.strong !== undefined && words.length > 1) return true;
  return words.some((word) => givenNames.has(word));
};

/** A guideline names staff and authors by their function, and uses Mr and Ms only for patients. */
const civilTitle = /(?<![\p{L}\d-])(?:Mr|Mrs|Ms|Miss|Mx|MRS?|MS|mrs?|ms)\.?\s{1,2}$/u;
/** A form field for a person's name; "physician name:" and "protocol name:" are other fields. */
const nameField =
  /(?:^|[\n|;.,:)]\s{0,3}|\b(?:full|legal|last|first|his|her|their)\s)name(?:\sis|:)?[\s|]{1,4}$/iu;

/** One person's age or sex next to a name: `67-year-old`, `54 F`, `(61 y/o)`, `Age: 45`, `Sex: M`. */
const ageOrSex =
  /(?<![\d.-]|\b(?:under|over|above|below|than|least|most|to|or|and)\s)\d{1,3}[ -]{0,2}(?:(?:y(?:ea)?rs?|mo(?:nth)?s?|weeks?|days?)[ -]{0,2}old\b|y\.?\/?o\b|y\.o\.|yo[mf]\b|[,/ ]{0,2}(?:(?:fe)?male|(?:wo)?man|boy|girl)\b)|(?<![\d.-])\d{1,2}[,/ ]{0,2}[FM]\b|[,(] ?\d{1,3} years(?=[,.;)])|\bage(?: is|:)[\s|]{0,3}\d{1,3}\b|[,(] ?aged? \d{1,3}\b|\b(?:sex|gender):[\s|]{0,3}(?:[FM]\b|(?:fe)?male)/iu;

/** The description of one person. On its own it may be a textbook example. */
const onePerson =
  /(?<![\d.<>≥≤-]\s?)\b\d{1,3}[ -]{0,2}(?:y(?:ea)?r|month|week|day)s?[ -]old[ ,]{1,2}(?:[a-z-]{1,20} ){0,3}(?:man|woman|male|female|boy|girl|gentleman|lady|infant)\b|(?<![\d.-])\b\d{1,3} ?(?:y\/o|yo|y\.o\.) ?(?:[FM]|male|female|man|woman)\b|(?<![\d.-])\b\d{1,3}yo[MF]\b/iu;

/** An event in one person's life on a given day; for several people the words are plural. */
const personalDay =
  /(?:\bDOB|\bD\.O\.B\.?|date of birth|birth ?date|\bborn|\badmitted|\badmit(?:ted)? date|\badmission(?: date)?|date of (?:admission|discharge|death|service|injury|visit)|\bdischarged|\bdischarge(?: date)?|\bDOS|\bDOA|\bdied|\bdeceased)(?: is| was| on| in|:|,|\|)?[\s:=|-]{0,4}$/iu;
// short input: the 40 characters before a finding.
const ofSeveral =
  /\b(?:patients|subjects|participants|persons|people|individuals|children|adults|infants|women|men|cases|those|between)\b[^.\n]*$|\bwere\s\S{1,12}(?:\son)?\s$/iu;

/** Words that show that a home, telephone or mailbox is a person's own. */
const privateContact =
  /\b(?:lives?|resid(?:es|ing)|home (?:phone|address|number)|cell(?: phone)?|mobile|his|her|patient['’]s|next of kin|emergency contact)\b[^.\n]{0,24}$/iu;
const contacts: ReadonlySet<PhiKind> = new Set(['phone', 'fax', 'email', 'address', 'zip_code']);

/** Kinds that a guideline may contain one of; several together belong to a person. */
const rarelyOfAgencies: ReadonlySet<PhiKind> = new Set([
  'age_over_89',
  'identifier',
  'licence',
  'vehicle',
  'device',
]);

/** Kinds that identify the person in a description of one person. */
const identifying: ReadonlySet<PhiKind> = new Set([...contacts, ...rarelyOfAgencies, 'name', 'date']);

/** Words that introduce a person's home address. */
const livesAt = /\b(?:lives?|living|resid(?:es|ing)) at\s{1,2}$/iu;

type FindingContext = { readonly found: string; readonly before: string; readonly after: string };

const isPatients = (kind: PhiKind, { found, before, after }: FindingContext): boolean => {
  if (personal.has(kind)) return true;
  if (kind === 'date') return personalDay.test(before) && !ofSeveral.test(before);
  if (kind === 'address') return livesAt.test(before);
  if (kind !== 'name') return false;
  return (
    isPatientName(found, before) ||
    civilTitle.test(before) ||
    nameField.test(before) ||
    ageOrSex.test(before) ||
    ageOrSex.test(`${found}${after}`)
  );
};

/** Findings that identify a patient together with their context: each alone could be an agency's. */
const identifyingTogether = (
  text: string,
  findings: readonly PhiFinding[],
  contextOf: (finding: PhiFinding) => FindingContext,
): readonly PhiFinding[] => {
  const isNearOne = ({ kind, start, end }: PhiFinding): boolean =>
    identifying.has(kind) && onePerson.test(text.slice(Math.max(0, start - NEAR), end + NEAR));
  const rare = findings.filter(
    (finding) =>
      rarelyOfAgencies.has(finding.kind) ||
      (contacts.has(finding.kind) && privateContact.test(contextOf(finding).before)),
  );
  const kinds = new Set(rare.map(({ kind }) => kind));
  return [...findings.filter(isNearOne), ...(kinds.size > 1 ? rare : [])];
};

const ofPatients = (text: string): readonly PhiFinding[] => {
  const findings = findByRules(text);
  if (isUnreadable(text, findings)) return findings;
  const contextOf = ({ start, end }: PhiFinding): FindingContext => ({
    found: text.slice(start, end),
    before: text.slice(Math.max(0, start - REACH), start),
    after: text.slice(end, end + REACH),
  });
  const patients = new Set([
    ...findings.filter((finding) => isPatients(finding.kind, contextOf(finding))),
    ...identifyingTogether(text, findings, contextOf),
  ]);
  return findings.filter((finding) => patients.has(finding));
};

/**
 * Returns the findings showing that a document concerns a patient. A note always concerns a person, so all findings
 * of `detectPhi` count. In other documents these count:
 *
 * - numbers of a patient or an insured person;
 * - a name introduced as a patient's, with a civil title, in a form field for a name, or next to an age or a sex;
 * - the day of a birth, admission, discharge or death;
 * - any identifier near the description of one person;
 * - two or more kinds together that agencies have no use for;
 * - everything, if most of the text is in an alphabet that no rule covers.
 *
 * Telephone numbers, addresses, dates, and names of agencies and authors do not count: guidelines are full of them,
 * and they identify no patient. Screens documents; questions are screened by `detectPhi`. Findings are in text order.
 * `sourceType` is the one in the document's metadata.
 */
export const findPatientIdentifiers = (text: string, sourceType?: string): readonly PhiFinding[] => {
  if (sourceType === 'note') return detectPhi(text).findings;
  return findInAnyReading(text, ofPatients);
};
