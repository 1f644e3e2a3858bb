import { conceptOfTerm, conceptTerm } from '../../retrieval/lexical/lexical-query.ts';

/** Whether an index term is a drug. */
export const isDrugTerm = (term: string): boolean => conceptOfTerm(term)?.kind === 'drug';

/** Vehicles of nearly every drug: a question is about one only if it says so. */
export const vehicles: ReadonlySet<string> = new Set(['normal saline', 'oxygen'].map(conceptTerm));
