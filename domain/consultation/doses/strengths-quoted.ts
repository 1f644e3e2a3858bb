import { splitStatements } from '../../clinical-text/split-statements.ts';
import { type NamedStrength, strengthsIn } from '../../clinical-text/strengths-named.ts';
import { prohibits } from '../excerpt/statement-kinds.ts';
import { abbreviateRoutes, drugsNamedDirectlyIn, routesIn } from './drugs-and-routes.ts';

/** What is quoted under one number. */
type Quoted = { readonly n: number; readonly texts: readonly string[] };

/** A strength or a route in which a citation names a drug. */
type Form = { readonly strength?: NamedStrength; readonly routes: readonly string[] };

/** Longest text of an excerpt that is looked at for forms of a drug. */
const longestText = 6000;

/** What ends the part of a statement that is about one form: a route after it belongs to the next. */
const separator = /[;|]|\.\s|,\s|\b(?:or|then|and)\b/;

/** When something is given: "after 3 IM doses" is no route of what is given then. */
const condition = /\b(?:after|following|despite|if|when|unless)\b[^:,;.]{1,60}(?=[:,])/gi;

/** A remark in brackets is about the drug before it, whatever drug it names: "(only while fentanyl is short)". */
const remark = /\([^()\d]{1,80}\)/g;
const withoutRemarks = (text: string): string =>
  text.replace(remark, (inside) => (drugsNamedDirectlyIn(inside).length > 0 ? ' ' : inside));

/** What drugs are diluted in: its strength is not theirs. */
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
      // What has a strength and no name goes on with the drug before it.
      if (own.length > 0) named = own;
      // "Do not give the 0.1 mg/mL into a muscle" is no form to give it in.
      if (prohibits(clause) || (own.length === 0 && diluent.test(clause))) return [];
      if (named.length !== 1 || named[0] !== drug || (own.length === 0 && strengths.length === 0)) return [];
      const routes = routesIn(clause);
      if (strengths.length === 0) return routes.length === 0 ? [] : [{ routes }];
      return strengths.map((strength) => ({ strength, routes: strengths.length === 1 ? routes : [] }));
    });
  });

const keyOf = ({ perMilliliter, unit }: NamedStrength): string => `${perMilliliter.toPrecision(4)} ${unit}`;

/** "1 mg/mL for IM", each strength once with all its routes. */
const inWords = (forms: readonly Form[]): string => {
  const byStrength = new Map<string, { readonly written: string; readonly routes: Set<string> }>();
  for (const { strength, routes } of forms) {
    const key = strength === undefined ? '' : keyOf(strength);
    const known = byStrength.get(key) ?? { written: strength?.written ?? '', routes: new Set<string>() };
    byStrength.set(key, known);
    for (const route of routes) known.routes.add(route);
  }
  // Routes that were named without a strength are given only where no strength is.
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
 * Says which strength and route each citation has a drug in, where they are not all the same: 1 mg/mL for a muscle beside
 * 0.1 mg/mL for a vein is ten times the dose for a reader who takes one for the other.
 *
 * @param drugs preferred names of the drugs that were asked for
 */
export const strengthsQuoted = (drugs: readonly string[], citations: readonly Quoted[]): readonly string[] =>
  drugs.flatMap((drug) => {
    const named = citations
      .map(({ n, texts }) => ({ n, forms: formsIn(texts, drug) }))
      .filter(({ forms }) => forms.length > 0);
    const strengths = new Set(
      named.flatMap(({ forms }) =>
        forms.flatMap(({ strength }) => (strength === undefined ? [] : [keyOf(strength)])),
      ),
    );
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
      const words = inWords(forms);
      byWords.set(words, [...(byWords.get(words) ?? []), `[${n}]`]);
    }
    const described = [...byWords].map(
      ([words, marks]) => `${marks.join(' ')} ${marks.length === 1 ? 'is' : 'are'} ${words}`,
    );
    return [
      `${capitalized(drug)} is quoted in more than one strength or route: ${described.join('; ')}. They are not the same dose.`,
    ];
  });
