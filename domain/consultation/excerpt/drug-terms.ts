import { conceptOfTerm, conceptTerm } from '../../retrieval/lexical/lexical-query.ts';

/** Whether an index term is a drug. */
export const isDrugTerm = (term: string): boolean => conceptOfTerm(term)?.kind === 'drug';

/** Vehicles of nearly every drug: a question is about one only if it says so. */
export const vehicles: ReadonlySet<string> = new Set(['normal saline', 'oxygen'].map(conceptTerm));

/** Whether an index term is a drug that is given for itself, not as the vehicle of another. */
export const isDrugItself = (term: string): boolean => isDrugTerm(term) && !vehicles.has(term);
