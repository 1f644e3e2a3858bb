import { parseQuantities } from '../../../domain/clinical-text/parse-quantities.ts';

/** A sentence derived from a true one, and the kind of change. */
export type Changed = { readonly kind: string; readonly text: string };

type Change = readonly [kind: string, change: (text: string) => string | readonly string[]];

const amounts = (text: string) => parseQuantities(text).filter(({ written }) => /\d/.test(written));

/** The text with each of its numbers changed, one at a time. */
const eachNumber = (text: string, change: (number: number) => number): readonly string[] =>
  amounts(text).map(
    ({ start, end, written }) =>
      `${text.slice(0, start)}${written.replace(/\d[\d,]*(?:\.\d+)?/, (number) => String(Number(change(Number(number.replaceAll(',', ''))).toPrecision(6))))}${text.slice(end)}`,
  );

const withoutFirst =
  (pattern: RegExp) =>
  (text: string): string =>
    text.replace(pattern, ' ').replace(/\s+/g, ' ').trim();
const replaced =
  (pattern: RegExp, by: string) =>
  (text: string): string =>
    text.replace(pattern, by);
const eachReplaced =
  (pattern: RegExp, by: string) =>
  (text: string): readonly string[] =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) =>
        `${text.slice(0, index)}${by.replace('$0', found)}${text.slice(index + found.length)}`,
    );

const dose = /\b\d[\d.,]*(?:-\d[\d.,]*)? ?(?:mcg|mg|g|units|mEq|mmol)(?![/\w])/g;
const time =
  /,? ?\b(?:over|within|every|for|after) (?:the )?(?:\d[\d-]*|a|each|third) ?(?:min(?:utes?)?|hours?|days?|doses?|shocks?|months?)\b/i;

const swapped =
  (one: RegExp, other: string, back: RegExp, first: string) =>
  (text: string): string =>
    one.test(text) ? text.replace(one, other) : text.replace(back, first);

/** A text with its numbers reordered. */
const reordered = (text: string): string => {
  const [first, second] = amounts(text);
  if (first === undefined || second === undefined) return text;
  return `${text.slice(0, first.start)}${second.written}${text.slice(first.end, second.start)}${first.written}${text.slice(second.end)}`;
};

const changes: readonly Change[] = [
  ['number moved', (text) => eachNumber(text, (number) => number * 10)],
  ['number moved', (text) => eachNumber(text, (number) => number / 10)],
  ['number moved', (text) => eachNumber(text, (number) => number * 2)],
  ['number moved', (text) => eachNumber(text, (number) => number + 1)],
  ['unit', eachReplaced(/\bmcg\b/g, 'mg')],
  ['unit', eachReplaced(/\bmg\b/g, 'mcg')],
  ['unit', eachReplaced(/\bmg\b/g, 'g')],
  ['unit', eachReplaced(/\bminutes?\b|\bmin\b/g, 'hours')],
  ['unit', eachReplaced(/\bhours?\b/g, 'minutes')],
  ['per kg added', eachReplaced(dose, '$0/kg')],
  ['per kg added', eachReplaced(dose, '$0 per kg of body weight')],
  ['per kg added', eachReplaced(dose, '$0 for each kilogram')],
  ['per kg dropped', eachReplaced(/\/kg\b/g, '')],
  ['per time dropped', eachReplaced(/\/(?:h|hour|min|day)\b/g, '')],
  ['rate', replaced(/\bIV\b(?! push)/, 'IV push')],
  ['rate', replaced(/\bIV\b(?! bolus)/, 'rapid IV bolus')],
  ['rate', withoutFirst(/\bover \d[\d-]* ?\w+/)],
  ['order', reordered],
  ['order', replaced(/\bthen\b/, 'first')],
  ['order', replaced(/\bthen\b/, 'or')],
  ['order', replaced(/\bbefore\b/, 'after')],
  ['order', replaced(/\bafter\b/, 'before')],
  ['negation added', (text) => `Do not ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`],
  ['negation added', replaced(/\b(is|are|may|should|must)\b/, '$1 not')],
  ['negation added', (text) => `Never ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`],
  ['negation added', (text) => `Avoid ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`],
  ['negation dropped', withoutFirst(/\b(?:do not|never|not|avoid|no|without)\b/i)],
  ['negation dropped', replaced(/\b(?:do not|never|avoid)\b/i, 'Always')],
  ['negation dropped', replaced(/\bunless\b/, 'if')],
  ['population', swapped(/\badults?\b/i, 'children', /\b(?:child(?:ren)?|pediatrics?)\b/i, 'adults')],
  ['population', (text) => `For newborns, ${text}`],
  ['population', (text) => `${text.replace(/[.;]$/, '')} in pregnancy.`],
  ['route', swapped(/\bIV\b/, 'IM', /\bIM\b/, 'IV')],
  ['route', replaced(/\bby mouth\b|\bPO\b|\borally\b/i, 'IV')],
  ['route', replaced(/\bIV\b/, 'by mouth')],
  ['action', replaced(/\b(?:give|administer)\b/i, 'Stop')],
  ['action', replaced(/\bmonitor\b/i, 'Ignore')],
  ['action', replaced(/\b(?:give|administer)\b/i, 'Hold')],
  ['action', (text) => `No monitoring is needed: ${text}`],
  [
    'bound dropped',
    withoutFirst(/,? ?\(?\b(?:maximum|max\.?|not more than|up to|not to exceed|at most)\b[^,.;)]*\)?/i),
  ],
  ['bound dropped', replaced(/\b(?:maximum|max\.?|up to|at most)\b/i, 'usual')],
  ['bound', replaced(/\b(?:below|less than|under)\b|</, 'above')],
  ['bound', replaced(/\b(?:above|greater than|more than)\b|>/, 'below')],
  ['modality', replaced(/\bmay\b/, 'must')],
  ['modality', replaced(/\b(?:should|must)\b/, 'may')],
  ['modality', replaced(/\bconsider\b/i, 'always give')],
  ['modality', (text) => text.replace(/\b(?:consider|may|should|must|only)\b ?/i, '')],
  ['condition dropped', withoutFirst(/,? ?\b(?:if|unless|until|only)\b[^,.;]*/i)],
  ['condition dropped', withoutFirst(/^(?:if|when|for|in)\b[^,:]*[,:] ?/i)],
  ['condition dropped', withoutFirst(/ \b(?:in|for) (?:patients with |the )?[a-z]{5,}[^,.;]*(?=[.;]?$)/)],
  ['condition added', (text) => `${text.replace(/[.;]$/, '')}, whatever the blood pressure.`],
  ['time dropped', withoutFirst(time)],
  ['frequency', (text) => `${text.replace(/[.;]$/, '')} every few minutes until the patient sleeps.`],
  ['assurance', (text) => `${text.replace(/[.;]$/, '')}, which is safe for everybody.`],
];

/** Without a reference at the end: in an answer, "(4)" is a citation. */
const bare = (text: string): string =>
  text
    .replace(/\(\d{1,4}\)[\s.;]*$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<>]+/gu, ' ')
    .trim();

/** Sentences that contradict a true one. */
export const contradictingSentences = (text: string, others: readonly string[]): readonly Changed[] => {
  const made: Changed[] = changes.flatMap(([kind, change]) => {
    const changed = change(text);
    return (typeof changed === 'string' ? [changed] : changed).map((one) => ({ kind, text: one }));
  });
  // Half of one statement joined with half of another.
  for (const other of others) {
    const [own, its] = [text.split(' '), other.split(' ')];
    if (own.length < 4 || its.length < 4) continue;
    made.push({
      kind: 'two joined',
      text: [...own.slice(0, Math.ceil(own.length / 2)), ...its.slice(Math.ceil(its.length / 2))].join(' '),
    });
    made.push({ kind: 'two joined', text: `${text.replace(/[.;:]$/, '')}, and ${other}` });
  }
  return made.filter((one) => bare(one.text) !== bare(text) && /\p{L}/u.test(one.text));
};

const lower = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? `${text.slice(0, 1).toLowerCase()}${text.slice(1)}` : text;
const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const rewordings: readonly Change[] = [
  ['by its source', (text) => `According to the protocol, ${lower(text)}`],
  ['by its source', (text) => `The guideline says that ${lower(text)}`],
  ['abbreviation', replaced(/\bIV\b/g, 'intravenously')],
  ['abbreviation', replaced(/\bIM\b/g, 'intramuscularly')],
  ['abbreviation', replaced(/\bmin\b/g, 'minutes')],
  ['abbreviation', replaced(/\bmaximum\b/gi, 'max.')],
  ['synonym', replaced(/\b(?:maximum|not more than)\b(?! single)/gi, 'up to')],
  ['synonym', replaced(/\bgive\b/gi, 'administer')],
  ['synonym', replaced(/\bgiven\b/gi, 'administered')],
  ['synonym', replaced(/\bepinephrine\b/gi, 'adrenaline')],
  ['synonym', replaced(/\bacetaminophen\b/gi, 'paracetamol')],
  ['synonym', replaced(/</g, 'less than ')],
  ['synonym', replaced(/\bbelow\b/g, 'less than')],
  ['synonym', replaced(/>/g, 'greater than ')],
  ['units', replaced(/\b1 g\b/, '1000 mg')],
  ['units', replaced(/\bmcg\b/g, 'micrograms')],
  [
    'imperative',
    (text) => (/^[A-Z][a-z]+ \d[\d.,-]* ?(?:mg|mcg|g|units)\b/.test(text) ? `Give ${lower(text)}` : text),
  ],
  ['passive', (text) => text.replace(/^Give (.+?)[.;]?$/, (_, what: string) => `${upper(what)} is given.`)],
  [
    'dose of',
    (text) => text.replace(/^([A-Z][a-z]+) (\d[\d.,-]* ?(?:mg|mcg|g|units)\b)/, 'The dose of $1 is $2'),
  ],
  [
    'dose of',
    (text) =>
      text.replace(/^([A-Z][a-z]+) (\d[\d.,-]* ?(?:mg|mcg|g|units)(?:\/kg)?)(?![\w/])/, 'Give $2 of $1'),
  ],
  [
    'condition first',
    (text) =>
      text.replace(
        /^([^,;.]+?) (if [^,;.]+)\.?$/,
        (_, rest: string, when: string) => `${upper(when)}, ${lower(rest)}.`,
      ),
  ],
  [
    'condition last',
    (text) =>
      text.replace(
        /^(If [^,]+), ([^,;]+?)\.?$/,
        (_, when: string, rest: string) => `${upper(rest)} ${lower(when)}.`,
      ),
  ],
  [
    'patients',
    (text) => text.replace(/^(Adults?|Child(?:ren)?): /, (_, whom: string) => `For ${whom.toLowerCase()}, `),
  ],
  [
    'patients',
    (text) =>
      text.replace(
        /^(Adults?|Child(?:ren)?): (.+?)[.;]?$/,
        (_, whom: string, what: string) => `${upper(what)} for ${whom.toLowerCase()}.`,
      ),
  ],
  ['articles', replaced(/\bpatients\b/, 'the patients')],
  ['sentence left out', (text) => text.replace(/^([^.;]{12,}?[a-z)])[.;] [A-Z].*$/s, '$1.')],
];

/** Sentences equivalent to a true one. */
export const equivalentSentences = (text: string): readonly Changed[] =>
  rewordings.flatMap(([kind, change]) => {
    const changed = change(text);
    return (typeof changed === 'string' ? [changed] : changed)
      .filter((one) => one !== text && /\p{L}/u.test(one))
      .map((one) => ({ kind, text: one }));
  });
