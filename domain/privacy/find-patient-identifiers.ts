import { givenNames } from './common-names.ts';
import { detectPhi, type PhiFinding } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

/** Kinds that belong to one person wherever they stand; agencies and authors have none of them in a guideline. */
const personal: ReadonlySet<PhiKind> = new Set(['ssn', 'mrn', 'health_plan', 'account']);

/** What introduces a name as a patient's, on the same line. */
const patientCue =
  /(?:patient|\bpt|client|resident|decedent)(?:['’]s)?(?<strong> name| is| named?| called|[:,])*[ \t]{1,2}$/iu;

/** Headings write `Patient Offload Time` like a name: without a colon or "named", the lists of names decide. */
const isPatientName = (name: string, before: string): boolean => {
  const cue = patientCue.exec(before);
  if (!cue || name.includes('\n')) return false;
  if (cue.groups?.strong !== undefined) return true;
  const words = name.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  return words.some((word) => givenNames.has(word));
};

/** Words right before a date that make it the birth of somebody. */
const birthCue = /(?:\bDOB|\bD\.O\.B\.?|date of birth|birth ?date|\bborn)(?: is| on| in|:|,)?[\s:=-]{0,4}$/iu;

const REACH = 40;

/**
 * The findings that show that a document is about a person who was treated: numbers of a patient or an insured
 * person, a name introduced as a patient's, a date of birth. Telephone numbers, addresses, dates and names of
 * agencies and authors are left out, which guidelines are full of and which identify no patient. A screen for whole
 * documents; questions go through `detectPhi` itself, which is stricter.
 */
export const findPatientIdentifiers = (text: string): readonly PhiFinding[] =>
  detectPhi(text).findings.filter(({ kind, start, end }) => {
    if (personal.has(kind)) return true;
    const before = text.slice(Math.max(0, start - REACH), start);
    if (kind === 'name') return isPatientName(text.slice(start, end), before);
    return kind === 'date' && birthCue.test(before);
  });
