import type { EvidenceQuery } from '../../../../domain/consultation/sources/evidence-query.ts';

/** Terms of one kind per search; more would find nothing. */
const MOST_OF_A_KIND = 2;
const MOST_WORDS = 6;

const ofPopulation = {
  pediatric: '(child OR infant OR pediatric)',
  neonatal: '(newborn OR neonatal)',
} as const;

/** Requests for a guideline prefer summarized evidence. */
const GUIDELINES = '(guideline[pt] OR practice guideline[pt] OR systematic review[pt])';
/** Requires an abstract to quote, in English. */
const READABLE = 'hasabstract AND english[la]';

/** Removes the signs and capitals that PubMed reads as operators and field tags. */
const plain = (term: string): string =>
  term
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();

const inBrackets = (terms: readonly string[]): readonly string[] =>
  terms.map(plain).flatMap((term) => (term === '' ? [] : [`(${term})`]));

/**
 * Returns PubMed searches for a query, strictest first; each is a fallback for the one before. Terms have no
 * field tag, so PubMed maps each to its subject headings and synonyms.
 */
export const pubmedTerms = ({ terms, population, intent }: EvidenceQuery): readonly string[] => {
  const [drugs, conditions, procedures] = [terms.drugs, terms.conditions, terms.procedures].map((kind) =>
    inBrackets(kind.slice(0, MOST_OF_A_KIND)),
  );
  const named = [...(drugs ?? []), ...(conditions ?? []), ...(procedures ?? [])];
  const words = inBrackets(terms.words.slice(0, MOST_WORDS));
  const patients = population === 'pediatric' || population === 'neonatal' ? [ofPopulation[population]] : [];
  const kinds = intent === 'guideline' ? [GUIDELINES] : [];
  const subject = named.length > 0 ? named : words;
  if (subject.length === 0) return [];
  const search = (parts: readonly string[]): string => [...parts, READABLE].join(' AND ');
  const strict = search([...subject, ...patients, ...kinds]);
  const loose = search(subject.slice(0, 2));
  return strict === loose ? [strict] : [strict, loose];
};
