import type { AnswerEvidence } from '../../../domain/consultation/answering/answer-evidence.ts';
import { checkAnswer } from '../../../domain/consultation/answering/check-answer.ts';
import { indexEvidence, type PlacedMention } from '../../../domain/consultation/answering/evidence-index.ts';
import { patientsOfPlace } from '../../../domain/consultation/answering/patients-of-place.ts';
import { quantitiesIn } from '../../../domain/consultation/answering/quantities.ts';
import { abbreviateRoutes } from '../../../domain/consultation/doses/drugs-and-routes.ts';
import { patientsOf } from '../../../domain/retrieval/ranking/population-agreement.ts';

/** Errors that a model may make; each is written so that no evidence supports it. */
export const modelErrors = ['value', 'patients', 'concentration', 'route'] as const;
type ModelError = (typeof modelErrors)[number];

/** The outcome for the sentences of one scripted model. */
type Tally = { readonly written: number; readonly shown: number };

/** The outcome of the check for the answers of scripted models. */
export type ModelFigures = {
  /** Quoted lines with a number, and those readable in the output of the check. */
  readonly quoted: Tally;
  /** Doses in the words of a careful model, and those shown, in its words or in those of the source. */
  readonly well: Tally;
  /** Wrong doses of a careless model, and those shown nevertheless: each is one too many. */
  readonly badly: Readonly<Record<ModelError, Tally>>;
};

/** A citation in an answer over HTTP. */
type Cited = {
  readonly n: number;
  readonly title: string;
  readonly fileName: string;
  readonly section: string;
  readonly excerpt: string;
  readonly passages?: readonly { readonly section: string; readonly excerpt: string }[] | undefined;
};

/** The citations of an answer as the evidence for a model. */
const evidenceOf = (citations: readonly Cited[]): readonly AnswerEvidence[] =>
  citations.map(({ n, title, fileName, section, excerpt, passages }) => {
    const population = patientsOf({ title, fileName, sectionPath: [] });
    return {
      n,
      title,
      source: 'knowledge_base',
      text: (passages ?? [{ section, excerpt }])
        .map((part) => `${part.section === '' ? '' : `## ${part.section}\n`}${part.excerpt}`)
        .join('\n'),
      ...(population === undefined ? {} : { population }),
    };
  });

/** The words of a text: without citations, a leading list marker, and punctuation. */
const wordsOf = (text: string): string =>
  text
    .replace(/^\s*(?:\(?(?:\d{1,3}|[ivx]{1,4}|[a-z])[.)]\s)+/gim, '')
    .replace(/\s*\[\d+(?:, ?\d+)*\]/g, '')
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()
    .toLowerCase();

const isTableLine = (line: string): boolean => line.startsWith('|');
const hasNumber = (line: string): boolean => quantitiesIn(line).length > 0;

const quotedLines = ({ n, text }: AnswerEvidence): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' || isTableLine(line) ? line : `${line} [${n}]`))
    .join('\n');

const patientWords = {
  adult: 'For adults',
  pediatric: 'For children',
  neonatal: 'For newborns',
  pregnant: 'In pregnancy',
} as const;

/**
 * A dose in the evidence with everything that a sentence about it needs; undefined when its document lacks some of
 * that.
 */
const doseOf = (evidence: readonly AnswerEvidence[], placed: PlacedMention) => {
  const { mention, place } = placed;
  const { quantity } = mention;
  const [drug, ...others] = mention.drugs;
  const [route] = mention.routes;
  const isDose = mention.isAmount && ['mass', 'units', 'equivalents'].includes(quantity.kind);
  if (!isDose || drug === undefined || others.length > 0 || route === undefined || mention.routes.length > 1)
    return undefined;
  if (quantity.role !== undefined || mention.isForbidden || place.isUnderProhibition || place.isTableRow)
    return undefined;
  const label = patientsOfPlace(indexEvidence(evidence), placed);
  if (label?.kind === 'range' || place.statement.patients.some(({ kind }) => kind === 'range'))
    return undefined;
  return {
    n: place.n,
    drug,
    route: abbreviateRoutes([route]),
    quantity,
    patients: label === undefined ? undefined : label.kind,
  };
};
type Dose = NonNullable<ReturnType<typeof doseOf>>;

const sentence = (
  { n, drug, route, quantity, patients }: Dose,
  changed: Partial<{ amount: string; route: string; patients: string; strength: string }> = {},
): string => {
  const { amount = quantity.written, strength } = changed;
  const whom = changed.patients ?? (patients === undefined ? 'Then' : patientWords[patients]);
  const of = strength === undefined ? '' : ` of the ${strength} solution`;
  return `${whom}, ${drug} ${amount} ${changed.route ?? route}${of} [${n}].`;
};

const swapped: ReadonlyMap<string, string> = new Map([
  ['adult', 'For children'],
  ['pediatric', 'For adults'],
  ['neonatal', 'For adults'],
]);
const strengths = ['7 mg/mL', '70 mg/mL', '0.07 mg/mL'];
const routes = ['IN', 'IM', 'IV', 'by mouth', 'sublingually', 'rectally'];

/** Ten times the amount, unless some evidence states that amount. */
const tenfold = ({ quantity }: Dose, holds: (key: string) => boolean): string | undefined => {
  const amount = quantity.written.replace(/\d[\d.,]*/g, (number) =>
    String(Number(number.replaceAll(',', '')) * 10),
  );
  const [wrong] = quantitiesIn(amount);
  return wrong === undefined || holds(wrong.key) ? undefined : amount;
};

const errorsIn = (
  dose: Dose,
  evidence: readonly AnswerEvidence[],
): readonly { readonly error: ModelError; readonly text: string }[] => {
  const index = indexEvidence(evidence);
  const all = evidence.map(({ title, text }) => `${title}\n${text}`).join('\n');
  const amount = tenfold(dose, (key) => index.byKey.has(key));
  const patients = swapped.get(dose.patients ?? '');
  const others = dose.patients === 'adult' ? /child|p(?:a)?ediatric|infant/i : /adult/i;
  const own = index.evidence.get(dose.n)?.given;
  const isOneSided =
    own !== undefined &&
    !others.test(`${own.title}\n${own.text}`) &&
    evidence.every(
      (one) => one === own || !index.byKey.get(dose.quantity.key)?.some(({ place }) => place.n === one.n),
    );
  const strength = strengths.find((one) => !all.includes(one));
  const namesRoute = (route: string): boolean =>
    index.places.some(
      ({ statement }) =>
        statement.things.routes.length > 0 &&
        readRoute(route).some((name) => statement.things.routes.includes(name)),
    );
  const route = routes.find((one) => !namesRoute(one));
  return [
    ...(amount === undefined ? [] : [{ error: 'value', text: sentence(dose, { amount }) } as const]),
    ...(patients === undefined || !isOneSided
      ? []
      : [{ error: 'patients', text: sentence(dose, { patients }) } as const]),
    ...(strength === undefined
      ? []
      : [{ error: 'concentration', text: sentence(dose, { strength }) } as const]),
    ...(route === undefined ? [] : [{ error: 'route', text: sentence(dose, { route }) } as const]),
  ];
};

const routeNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['IN', ['intranasal']],
  ['IM', ['intramuscular']],
  ['IV', ['intravenous']],
  ['by mouth', ['by mouth', 'orally disintegrating']],
  ['sublingually', ['sublingual']],
  ['rectally', ['per rectum']],
]);
const readRoute = (route: string): readonly string[] => routeNames.get(route) ?? [];

const nothing: Tally = { written: 0, shown: 0 };
const add = (one: Tally, other: Tally): Tally => ({
  written: one.written + other.written,
  shown: one.shown + other.shown,
});

/** Counts the sentences that pass the check, given one by one. */
const tally = (
  sentences: readonly string[],
  evidence: readonly AnswerEvidence[],
  question: string,
): Tally => ({
  written: sentences.length,
  shown: sentences.filter((text) => checkAnswer({ text, evidence, question }).struck.length === 0).length,
});

/** The outcome of the check for the quotations of an answer, and for sentences of a good and a bad model about them. */
export const judgeModels = (question: string, citations: readonly Cited[]): ModelFigures => {
  const evidence = evidenceOf(citations);
  const index = indexEvidence(evidence);
  const quoted = checkAnswer({ text: evidence.map(quotedLines).join('\n\n'), evidence, question });
  const lines = evidence.flatMap(({ text }) => text.split('\n').filter(hasNumber)).length;
  const readable = wordsOf(quoted.text);
  // A partial quotation is shown in full instead, and a repeated one once.
  const lost = quoted.struck.filter(
    ({ sentence: one }) => hasNumber(one) && !readable.includes(wordsOf(one)),
  ).length;
  const doses = index.places.flatMap((place) =>
    place.statement.mentions.flatMap((mention) => doseOf(evidence, { place, mention }) ?? []),
  );
  const wrong = doses.flatMap((dose) => errorsIn(dose, evidence));
  const tallyOf = (error: ModelError): Tally =>
    tally(
      wrong.flatMap((one) => (one.error === error ? [one.text] : [])),
      evidence,
      question,
    );
  return {
    quoted: { written: lines, shown: lines - lost },
    well: {
      written: doses.length,
      shown: doses.filter((dose) => {
        const { text } = checkAnswer({ text: sentence(dose), evidence, question });
        return quantitiesIn(text).some(({ key }) => key === dose.quantity.key);
      }).length,
    },
    badly: {
      value: tallyOf('value'),
      patients: tallyOf('patients'),
      concentration: tallyOf('concentration'),
      route: tallyOf('route'),
    },
  };
};

/** The sums of the figures of all answers. */
export const sumModels = (all: readonly ModelFigures[]): ModelFigures => {
  const sum = (pick: (one: ModelFigures) => Tally): Tally => all.map(pick).reduce(add, nothing);
  return {
    quoted: sum(({ quoted }) => quoted),
    well: sum(({ well }) => well),
    badly: {
      value: sum(({ badly }) => badly.value),
      patients: sum(({ badly }) => badly.patients),
      concentration: sum(({ badly }) => badly.concentration),
      route: sum(({ badly }) => badly.route),
    },
  };
};
