import { namesAmount } from '../../clinical-text/names-dose.ts';
import { splitStatements } from '../../clinical-text/split-statements.ts';
import { type NamedStrength, strengthsIn } from '../../clinical-text/strengths-named.ts';
import { prohibits } from '../excerpt/statement-kinds.ts';
import { abbreviateRoutes, drugsNamedDirectlyIn, routesIn } from './drugs-and-routes.ts';

/** The quotations of one citation. */
type Quoted = { readonly n: number; readonly texts: readonly string[] };

/** A strength with its routes, as one citation states them for a drug. */
type Form = { readonly strength?: NamedStrength; readonly routes: readonly string[] };

/** Longest excerpt, in characters, that is searched for forms of a drug. */
const longestText = 6000;

/** Ends the part of a statement about one form: a route after it belongs to the next form. */
const separator = /[;|]|\.\s|,\s|\b(?:or|then|and)\b/;

/** A condition: "after 3 IM doses" names no route of the next dose. */
const condition = /\b(?:after|following|despite|if|when|unless)\b[^:,;.]{1,60}(?=[:,])/gi;

/** A remark in brackets is about the drug before it, whatever drugs it names: "(only while fentanyl is short)". */
const remark = /\([^()\d]{1,80}\)/g;
const withoutRemarks = (text: string): string =>
  text.replace(remark, (inside) => (drugsNamedDirectlyIn(inside).length > 0 ? ' ' : inside));

/** Diluents: their strength is not the drug's. */
const diluent = /\b(?:dextrose|glucose|saline|sodium chloride)\b/i;

const formsIn = (texts: readonly string[], drug: string): readonly Form[] =>
  texts.flatMap((text) => {
    let named: readonly string[] = [];
    const clauses = splitStatements(text.slice(0, longestText)).flatMap((one) =>
      withoutRemarks(one.text.replace(condition, ' ')).split(separator),
    );
    return clauses.flatMap((clause): readonly Form[] => {
      const own = drugsNamedDirectlyIn(clause);
      const strengths = strengthsIn(clause);
      // A clause with a strength but no drug continues the drug before it.
      if (own.length > 0) named = own;
      // "Do not give the 0.1 mg/mL into a muscle" is not a form to give.
      if (prohibits(clause) || (own.length === 0 && diluent.test(clause))) return [];
      // "10 mg IM or 5 mg IV": an amount without a drug continues it as well.
      const isContinued = strengths.length > 0 || namesAmount(clause);
      if (named.length !== 1 || named[0] !== drug || (own.length === 0 && !isContinued)) return [];
      const routes = routesIn(clause);
      if (strengths.length === 0) return routes.length === 0 ? [] : [{ routes }];
      return strengths.map((strength) => ({ strength, routes: strengths.length === 1 ? routes : [] }));
    });
  });

const keyOf = ({ perMilliliter, unit }: NamedStrength): string => `${perMilliliter.toPrecision(4)} ${unit}`;

/**
 * Formats forms as "1 mg/mL for IM", each strength once with all its routes.
 *
 * @param names one name for each strength: "1:100,000" in one document and "0.01 mg/mL" in another are the same
 */
const inWords = (forms: readonly Form[], names: ReadonlyMap<string, string>): string => {
  const byStrength = new Map<string, { readonly written: string; readonly routes: Set<string> }>();
  for (const { strength, routes } of forms) {
    const key = strength === undefined ? '' : keyOf(strength);
    const known = byStrength.get(key) ?? { written: names.get(key) ?? '', routes: new Set<string>() };
    byStrength.set(key, known);
    for (const route of routes) known.routes.add(route);
  }
  // Routes without a strength are listed only if no strength is known.
  const described = [...byStrength].filter(([key]) => key !== '' || byStrength.size === 1);
  return described
    .map(([key, { written, routes }]) => {
      const given = routes.size === 0 ? '' : `for ${abbreviateRoutes([...routes])}`;
      return key === '' ? given : [written, given].filter((part) => part !== '').join(' ');
    })
    .join(' and ');
};

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Reports the strength and route of a drug in each citation if they differ: a reader who mistakes the 1 mg/mL for IM
 * use for the 0.1 mg/mL for IV use gives ten times the dose.
 *
 * @param drugs preferred names of the requested drugs
 */
export const strengthsQuoted = (drugs: readonly string[], citations: readonly Quoted[]): readonly string[] =>
  drugs.flatMap((drug) => {
    const named = citations
      .map(({ n, texts }) => ({ n, forms: formsIn(texts, drug) }))
      .filter(({ forms }) => forms.length > 0);
    const strengths = new Map<string, string>();
    for (const { forms } of named)
      for (const { strength } of forms)
        if (strength !== undefined && !strengths.has(keyOf(strength)))
          strengths.set(keyOf(strength), strength.written);
    const routesOf = (forms: readonly Form[]): readonly string[] => forms.flatMap(({ routes }) => routes);
    const isApart = named.some(({ forms }, at) =>
      named.slice(at + 1).some((other) => {
        const [own, others] = [routesOf(forms), routesOf(other.forms)];
        return own.length > 0 && others.length > 0 && !own.some((route) => others.includes(route));
      }),
    );
    if (strengths.size < 2 && !isApart) return [];
    const byWords = new Map<string, string[]>();
    for (const { n, forms } of named) {
      const words = inWords(forms, strengths);
      byWords.set(words, [...(byWords.get(words) ?? []), `[${n}]`]);
    }
    const described = [...byWords].map(
      ([words, marks]) => `${marks.join(' ')} ${marks.length === 1 ? 'is' : 'are'} ${words}`,
    );
    return [
      `${capitalized(drug)} is quoted in more than one strength or route: ${described.join('; ')}. They are not the same dose.`,
    ];
  });
