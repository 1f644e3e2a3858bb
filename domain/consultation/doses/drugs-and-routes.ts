import { matchConcepts, matchDrugs, withoutNested } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { tokenize } from '../../language/tokenize.ts';

/** The drugs that a short text names itself, without classes and components: preferred names. */
export const drugsNamedDirectlyIn = (text: string): readonly string[] => {
  const tokens = tokenize(text);
  const found = matchDrugs(
    tokens,
    tokens.map((token) => stem(token.text)),
    false,
  );
  return [...new Set(withoutNested(found).map(({ concept }) => concept.name))];
};

/** Whether a drug is a fluid, which is measured by its volume and in which others are given. */
export const isFluid = (drug: string): boolean =>
  conceptByName.get(drug)?.broader.includes('intravenous fluid') === true && /saline|ringer/.test(drug);

/** The routes that a short text names, in order. */
export const routesIn = (text: string): readonly string[] => {
  const tokens = tokenize(text);
  const found = matchConcepts(
    tokens,
    tokens.map((token) => stem(token.text)),
    false,
  );
  return [
    ...new Set(found.filter(({ concept }) => concept.kind === 'route').map(({ concept }) => concept.name)),
  ];
};

const short: ReadonlyMap<string, string> = new Map([
  ['intravenous', 'IV'],
  ['intraosseous', 'IO'],
  ['intramuscular', 'IM'],
  ['intranasal', 'IN'],
  ['nebulized', 'nebulizer'],
]);

/** Routes as they are written beside a dose. */
export const abbreviateRoutes = (routes: readonly string[]): string =>
  routes.map((route) => short.get(route) ?? route).join('/');
