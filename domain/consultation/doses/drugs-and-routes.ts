import { matchConcepts, matchDrugs, withoutNested } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { tokenize } from '../../language/tokenize.ts';

/** Returns the preferred names of the drugs that a short text names, without classes and components. */
export const drugsNamedDirectlyIn = (text: string): readonly string[] => {
  const tokens = tokenize(text);
  const found = matchDrugs(
    tokens,
    tokens.map((token) => stem(token.text)),
    false,
  );
  return [...new Set(withoutNested(found).map(({ concept }) => concept.name))];
};

/** Whether a drug is a fluid: dosed by volume and used as a vehicle for others. */
export const isFluid = (drug: string): boolean =>
  conceptByName.get(drug)?.broader.includes('intravenous fluid') === true && /saline|ringer/.test(drug);

/** Returns the routes in a short text, in order. */
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

/** Abbreviates routes as written next to a dose. */
export const abbreviateRoutes = (routes: readonly string[]): string =>
  routes.map((route) => short.get(route) ?? route).join('/');
