import { concepts } from '../language/terminology/concepts.ts';
import { conceptTerm } from '../retrieval/lexical/lexical-query.ts';

/** For each name the index terms of what is a sort of it or belongs to it. */
const narrower: ReadonlyMap<string, readonly string[]> = (() => {
  const terms = new Map<string, string[]>();
  for (const { name, broader } of concepts) {
    for (const above of broader) {
      const known = terms.get(above);
      if (known) known.push(conceptTerm(name));
      else terms.set(above, [conceptTerm(name)]);
    }
  }
  return terms;
})();

/** Whether index terms name a concept, by its preferred name, or anything that is a sort of it or belongs to it. */
export const namesConcept = (name: string, terms: ReadonlySet<string>): boolean =>
  terms.has(conceptTerm(name)) || (narrower.get(name) ?? []).some((term) => terms.has(term));
