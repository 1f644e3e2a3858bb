import { readDrugName } from '../../retrieval/query/read-drug-name.ts';
import { namedDrugs } from './named-drugs.ts';

/** A drug of the terminology, with its spellings in the list. */
type ReadMedication = { readonly drug: string; readonly written: readonly string[] };
type UnreadMedication = { readonly written: string; readonly reason: string };

/** Words in a list of medications that show that a drug is not taken. */
const isNotTaken = /\b(?:no|not|never|stopp?ed|discontinued|allerg\w+|avoid\w*|held|hold)\b/i;

const unclear = (written: string, meanings: readonly string[]): UnreadMedication => ({
  written,
  reason: `It can mean ${meanings.join(' or ')}. Which one is it?`,
});

const readOne = (written: string): readonly string[] | UnreadMedication => {
  const read = readDrugName(written);
  if (read.kind === 'ambiguous') return unclear(written, read.meanings);
  if (read.kind === 'listed') return read.names.length === 1 ? read.names : unclear(written, read.names);
  if (isNotTaken.test(written)) return { written, reason: 'It does not say that a drug is taken.' };
  // "Coumadin 5 mg daily", "lisinopril and hydrochlorothiazide".
  const named = [...namedDrugs(written)];
  if (named.length > 0) return named;
  return { written, reason: 'It is not a drug in the terminology, so it was not looked up.' };
};

/** Returns the drugs in a list of medications, each once, and the unclear entries. */
export const readMedications = (
  medications: readonly string[],
): { readonly drugs: readonly ReadMedication[]; readonly unread: readonly UnreadMedication[] } => {
  const drugs = new Map<string, Set<string>>();
  const unread: UnreadMedication[] = [];
  for (const written of medications) {
    const read = readOne(written);
    if ('reason' in read) unread.push(read);
    else for (const drug of read) drugs.set(drug, (drugs.get(drug) ?? new Set()).add(written));
  }
  return { drugs: [...drugs].map(([drug, names]) => ({ drug, written: [...names] })), unread };
};
