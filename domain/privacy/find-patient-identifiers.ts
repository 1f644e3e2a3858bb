import { givenNames } from './common-names.ts';
import { detectPhi, findByRules, findInAnyReading, type PhiFinding } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

/** The name of this screen and its rules in the log; it changes with them and with those of `detectPhi`. */
export const PATIENT_SCREEN = 'patients-6';

/** Characters before and after a finding that show to whom it belongs. */
const REACH = 40;
/** The most characters between a description of one person and an identifier that belong together. */
const NEAR = 120;

/** Kinds that always belong to one person; agencies and authors have none of them in a guideline. */
const personal: ReadonlySet<PhiKind> = new Set(['ssn', 'mrn', 'health_plan', 'account']);

/** A letter of an alphabet that no rule reads. */
const FOREIGN = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;
const LETTER = /\p{L}/gu;

/** A finding for text that no rule can read, so that nothing in it can be ruled out. */
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
 * Headings write `Patient Offload Time` like a name: without a colon or "named", the lists of names decide. So they do
 * of a single word, which may be a heading that goes on in the next line.
 */
const isPatientName = (name: string, before: string): boolean => {
  const cue = patientCue.exec(before);
  if (!cue) return false;
  // No list knows them, and no heading of a text in English is written so.
  if (FOREIGN.test(name)) return true;
  const [line = ''] = name.split('\n');
  const words = line.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  if (cue.groups?.strong !== undefined && words.length > 1) return true;
  return words.some((word) => givenNames.has(word));
};

/** Staff and authors appear by their function; a guideline uses Mr and Ms only for patients. */
const civilTitle = /(?<![\p{L}\d-])(?:Mr|Mrs|Ms|Miss|Mx|MRS?|MS|mrs?|ms)\.?\s{1,2}$/u;
/** A form's field for a name; "physician name:" and "protocol name:" are fields of other things. */
const nameField =
  /(?:^|[\n|;.,:)]\s{0,3}|\b(?:full|legal|last|first|his|her|their)\s)name(?:\sis|:)?[\s|]{1,4}$/iu;

/** One person's age or sex, as it is beside a name: `67-year-old`, `54 F`, `(61 y/o)`, `Age: 45`, `Sex: M`. */
const ageOrSex =
  /(?<![\d.-]|\b(?:under|over|above|below|than|least|most|to|or|and)\s)\d{1,3}[ -]{0,2}(?:(?:y(?:ea)?rs?|mo(?:nth)?s?|weeks?|days?)[ -]{0,2}old\b|y\.?\/?o\b|y\.o\.|yo[mf]\b|[,/ ]{0,2}(?:(?:fe)?male|(?:wo)?man|boy|girl)\b)|(?<![\d.-])\d{1,2}[,/ ]{0,2}[FM]\b|[,(] ?\d{1,3} years(?=[,.;)])|\bage(?: is|:)[\s|]{0,3}\d{1,3}\b|[,(] ?aged? \d{1,3}\b|\b(?:sex|gender):[\s|]{0,3}(?:[FM]\b|(?:fe)?male)/iu;

/** The description of one person. Alone it may be the example of a textbook. */
const onePerson =
  /(?<![\d.<>≥≤-]\s?)\b\d{1,3}[ -]{0,2}(?:y(?:ea)?r|month|week|day)s?[ -]old[ ,]{1,2}(?:[a-z-]{1,20} ){0,3}(?:man|woman|male|female|boy|girl|gentleman|lady|infant)\b|(?<![\d.-])\b\d{1,3} ?(?:y\/o|yo|y\.o\.) ?(?:[FM]|male|female|man|woman)\b|(?<![\d.-])\b\d{1,3}yo[MF]\b/iu;

/** What happened to one person on a day; of several it is written in the plural. */
const personalDay =
  /(?:\bDOB|\bD\.O\.B\.?|date of birth|birth ?date|\bborn|\badmitted|\badmit(?:ted)? date|\badmission(?: date)?|date of (?:admission|discharge|death|service|injury|visit)|\bdischarged|\bdischarge(?: date)?|\bDOS|\bDOA|\bdied|\bdeceased)(?: is| was| on| in|:|,|\|)?[\s:=|-]{0,4}$/iu;
// short input: the 40 characters before a finding.
const ofSeveral =
  /\b(?:patients|subjects|participants|persons|people|individuals|children|adults|infants|women|men|cases|those|between)\b[^.\n]*$|\bwere\s\S{1,12}(?:\son)?\s$/iu;

/** Words that attribute a home, telephone or mailbox to a person. */
const privateContact =
  /\b(?:lives?|resid(?:es|ing)|home (?:phone|address|number)|cell(?: phone)?|mobile|his|her|patient['’]s|next of kin|emergency contact)\b[^.\n]{0,24}$/iu;
const contacts: ReadonlySet<PhiKind> = new Set(['phone', 'fax', 'email', 'address', 'zip_code']);

/** Kinds of which a guideline may have one; several together belong to a person. */
const rarelyOfAgencies: ReadonlySet<PhiKind> = new Set([
  'age_over_89',
  'identifier',
  'licence',
  'vehicle',
  'device',
]);

/** Kinds that identify the person in a description of one. */
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

/** Findings that identify a patient together with what is near them: alone, each could be an agency's. */
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
 * The findings that show that a document concerns a patient. In a note, which always concerns a person, all of
 * `detectPhi`. In other documents: numbers of a patient or an insured person; a name introduced as a patient's, with a
 * civil title, in a field for a name, or beside an age or a sex; the day of a birth, admission, discharge or death;
 * whatever identifies within reach of the description of one person; and two or more kinds together that agencies have
 * no use for; and everything where most of the text is in an alphabet that no rule reads. Telephone numbers, addresses,
 * dates and names of agencies and authors are left out, which guidelines are full of and which identify no patient. A
 * screen for documents; questions go through `detectPhi` itself. In the order of the text. `sourceType` is that of the
 * document's metadata.
 */
export const findPatientIdentifiers = (text: string, sourceType?: string): readonly PhiFinding[] => {
  if (sourceType === 'note') return detectPhi(text).findings;
  return findInAnyReading(text, ofPatients);
};
