import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { doseKinds, type QuantityKind } from '../../language/units-of-measure.ts';
import { findNamedThings, type NamedThings } from './named-things.ts';
import { type PatientLabel, patientsNamed } from './patients-named.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';

/** A number of a statement with its context. */
export type Mention = {
  readonly quantity: Quantity;
  /** Whether it is an amount to be given. */
  readonly isAmount: boolean;
  /** Drugs that it may belong to, by the surrounding words; empty if they name none. */
  readonly drugs: readonly string[];
  readonly routes: readonly string[];
  /** The patients named last before it, or else first after it. */
  readonly patients?: PatientLabel;
  /** Whether the clause that contains it forbids. */
  readonly isForbidden: boolean;
};

/** A parsed sentence, entry or row. */
export type ParsedStatement = {
  readonly text: string;
  readonly things: NamedThings;
  readonly quantities: readonly Quantity[];
  readonly patients: readonly PatientLabel[];
  readonly mentions: readonly Mention[];
};

const amounts: ReadonlySet<QuantityKind> = new Set([...doseKinds, 'strength', 'fold']);

const separator =
  /[;|()[\]]|[.!?]\s|[,:]\s|\s[–—-]\s|\b(?:or|then|and|but|plus|followed by|otherwise|whereas|while|versus|vs)\b/giu;
const segmentEnd = /;|\||[.!?]\s|\bbut\b|\bhowever\b|\botherwise\b|\bwhereas\b/giu;

type Span = { readonly start: number; readonly end: number };

const spansOf = (text: string, between: RegExp, quantities: readonly Quantity[]): readonly Span[] => {
  const spans: Span[] = [];
  let start = 0;
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(between)) {
    while ((quantities[at]?.end ?? Number.POSITIVE_INFINITY) <= index) at += 1;
    // "2 and 4 mg" is one number.
    const inside = quantities[at];
    if (inside !== undefined && inside.start < index && index < inside.end) continue;
    if (index > start) spans.push({ start, end: index });
    start = index + mark.length;
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
};

const negation =
  /\b(?:do not|don['’]?t|does not|must not|should not|shall not|may not|can ?not|can['’]t|is not|are not|not (?:to be|be|recommended|indicated|given|for|if|in|when|use[d]?)|never|no(?! (?:more|less|greater|longer|response|improvement|iv|pulse|effect|change|access|known|relief|contraindication)\b)|avoid(?:ed)?|withhold|withheld|hold|held|contra-?indicat\w+|prohibited|forbidden|omit|stop|discontinue|refrain)\b/i;
const limitsOnly =
  /\b(?:(?:do|does|should|must|may|shall) not|don['’]t|never|not to|not) (?:to )?exceed(?:ing)?\b|\bnot? (?:more|less|greater|fewer) than\b|\bnot only\b|\bif not\b|\bdo(?:es)? not (?:respond|improve|resolve|have|require|tolerate|delay|convert)\b|\b(?:must|should|may) not (?:be )?delay\w*|\b(?:is|are) not (?:available|effective|improv\w+|respond\w+|successful|obtained|present|controlled|possible|established|feasible|tolerated)\b|\bcannot be (?:established|obtained|achieved)\b|\b(?:if|when|where|because|since|has|have|had|with|shows?|there (?:is|are|was)) (?:there (?:is|are) )?no\b|\bno contra-?indications?\b|\bnot (?:a )?contra-?indicat\w+/gi;
const exception = /\b(?:unless|except(?:ing|ed)?)\b/i;

/** Whether a clause forbids what it names; "not unless" does not. */
export const forbids = (text: string): boolean => {
  const plain = text.replace(limitsOnly, ' ');
  return negation.test(plain);
};

const isForbiddenAt = (segment: string, at: number): boolean => {
  if (!forbids(segment)) return false;
  const except = exception.exec(segment);
  if (except !== null && except.index <= at) return false;
  // "1 L rapidly, and hold if rales develop": the first part is given.
  const later = negation.exec(segment.replace(limitsOnly, (part) => ' '.repeat(part.length)));
  return !(
    later !== null &&
    later.index > at &&
    /^(?:hold|held|stop|withh[eo]ld|discontinue|avoid|not (?:for|if|in|when))/i.test(later[0]) &&
    /(?:,|\band|\bthen)\s*$/i.test(segment.slice(0, later.index))
  );
};

/** A route standing alone continues the one before: "IM or IV". */
const mostWordsBesideRoute = 1;

const isBareRoute = (text: string, { routes }: NamedThings): boolean => {
  return routes.length > 0 && text.trim().split(/\s+/).length <= mostWordsBesideRoute + routes.length;
};

/** Characters before and after a number that are searched for its drug. */
const beside = 120;

/** Parses a sentence or a line. */
export const parseStatement = (text: string): ParsedStatement => {
  const quantities = quantitiesIn(text);
  const things = findNamedThings(text);
  const patients = patientsNamed(text, quantities);
  if (quantities.length === 0) return { text, things, quantities, patients, mentions: [] };
  const clauses = spansOf(text, separator, quantities);
  const segments = spansOf(text, segmentEnd, quantities);
  const textOf = ({ start, end }: Span): string => text.slice(start, end);
  const read = new Map<number, NamedThings>();
  /** The names in a clause, computed once. */
  const thingsOf = (at: number): NamedThings => {
    const known = read.get(at);
    if (known !== undefined) return known;
    const clause = clauses[at];
    const fresh = findNamedThings(clause === undefined ? '' : textOf(clause));
    read.set(at, fresh);
    return fresh;
  };
  const isHeld = (span: Span, { start }: Quantity): boolean => span.start <= start && start < span.end;
  const holds = clauses.map((clause) => quantities.some((quantity) => isHeld(clause, quantity)));
  const amountIn = (one: Quantity): boolean =>
    amounts.has(one.kind) && !(one.unit === 'mg' && one.low >= 500_000 && /k/i.test(one.written));
  const amountsOnly = quantities.filter(amountIn);
  let clauseAt = 0;
  let segmentAt = 0;
  let carriedDrugs: readonly string[] = [];
  let carriedClause = -1;
  const mentions = quantities.map((quantity): Mention => {
    while (clauseAt < clauses.length - 1 && (clauses[clauseAt]?.end ?? 0) <= quantity.start) clauseAt += 1;
    while (segmentAt < segments.length - 1 && (segments[segmentAt]?.end ?? 0) <= quantity.start)
      segmentAt += 1;
    const clause = clauses[clauseAt] ?? { start: 0, end: text.length };
    const segment = segments[segmentAt] ?? { start: 0, end: text.length };
    // Names between the last clause and this one carry over to it.
    for (let at = carriedClause + 1; at < clauseAt; at += 1) {
      const named = thingsOf(at);
      if (named.drugs.length > 0) carriedDrugs = named.drugs;
    }
    carriedClause = Math.max(carriedClause, clauseAt - 1);
    const before = findNamedThings(
      text.slice(Math.max(clause.start, quantity.start - beside), quantity.start),
    );
    const after = findNamedThings(text.slice(quantity.end, Math.min(clause.end, quantity.end + beside)));
    const lastBefore = before.drugs.at(-1);
    const firstAfter = after.drugs[0];
    const own = lastBefore !== undefined ? [lastBefore] : firstAfter !== undefined ? [firstAfter] : undefined;
    const routes = [...thingsOf(clauseAt).routes];
    for (let next = clauseAt + 1; next < clauses.length && holds[next] !== true; next += 1) {
      const further = thingsOf(next);
      if (routes.length > 0 && !isBareRoute(textOf(clauses[next] ?? clause), further)) break;
      routes.push(...further.routes);
    }
    if (routes.length === 0)
      for (let next = clauseAt - 1; next >= 0 && routes.length === 0; next -= 1)
        routes.push(...thingsOf(next).routes);
    const previousAmount = amountsOnly.findLast(({ end }) => end <= quantity.start);
    const nextAmount = amountsOnly.find(({ start }) => start >= quantity.end);
    const nearest =
      patients.findLast(({ start }) => start < quantity.start && start >= (previousAmount?.end ?? 0)) ??
      patients.find(
        ({ start }) =>
          start > quantity.start && start < Math.min(nextAmount?.start ?? text.length, segment.end),
      ) ??
      patients.findLast(({ start }) => start < quantity.start);
    return {
      quantity,
      isAmount: amountIn(quantity),
      drugs: own ?? (before.names.length > 0 ? [] : carriedDrugs),
      routes: [...new Set(routes)],
      ...omitUndefined({ patients: nearest }),
      isForbidden: isForbiddenAt(textOf(segment), quantity.start - segment.start),
    };
  });
  return { text, things, quantities, patients, mentions };
};
