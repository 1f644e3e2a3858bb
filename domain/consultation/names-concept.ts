import { concepts } from '../language/terminology/concepts.ts';
import { conceptTerm } from '../retrieval/lexical/lexical-query.ts';

/** For each concept, the index terms of its narrower concepts. */
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

/** Whether the index terms contain a concept, given by its preferred name, or a narrower one. */
export const namesConcept = (name: string, terms: ReadonlySet<string>): boolean =>
  terms.has(conceptTerm(name)) || (narrower.get(name) ?? []).some((term) => terms.has(term));
