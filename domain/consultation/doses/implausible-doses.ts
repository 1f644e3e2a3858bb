import type { NamedDose } from '../../clinical-text/doses-named.ts';
import { type QuantityKind, unitNamed } from '../../language/units-of-measure.ts';
import type { DoseMention } from './doses-of-document.ts';
import { abbreviateRoutes, isFluid } from './drugs-and-routes.ts';

/** A document with its doses. */
export type DosedDocument = {
  /** Its name in a sentence: "[2]" for a cited document, otherwise the title. */
  readonly name: string;
  readonly isForChildren: boolean;
  /** Index terms of its title. */
  readonly subject: ReadonlySet<string>;
  readonly mentions: readonly DoseMention[];
};

/** A quoted document. */
type QuotedDocument = DosedDocument & { readonly isQuoted: (statement: string) => boolean };

/** More remarks than this would not be read. */
const mostRemarks = 4;
/** Limit of the quoted doses that are checked. The longest answers from real protocols quote a third of it. */
const mostQuoted = 200;
/** Maximum number of documents named as witnesses. */
const mostWitnesses = 2;
/** Doses of one drug for different indications may differ by this factor and still agree. */
const agreesWithin = 4;
/**
 * A shifted decimal point, and milligrams for micrograms: wide enough for ranges, narrow enough to exclude other
 * indications.
 */
const errors = [
  { from: 8, to: 30, words: 'ten times or more' },
  { from: 300, to: 3000, words: 'a thousand times' },
] as const;

/** The kind of a dose's unit if its amounts are comparable: a puff of one drug does not equal a puff of another. */
const classOf = ({ unit }: NamedDose): QuantityKind | undefined => {
  const kind = unitNamed(unit)?.kind;
  return kind === 'form' ? undefined : kind;
};
const factorOfUnit = ({ unit }: NamedDose): number => unitNamed(unit)?.factor ?? 1;
const low = (dose: NamedDose): number => dose.amount * factorOfUnit(dose);
const high = (dose: NamedDose): number => (dose.to ?? dose.amount) * factorOfUnit(dose);

const per = ({ per: basis }: NamedDose): string => basis.filter((one) => one !== 'dose').join('/');

const written = ({ amount, to, unit, per: basis }: NamedDose): string =>
  [`${amount}${to === undefined ? '' : `-${to}`} ${unit}`, ...basis].join('/');

/** The ratio of two doses, between their nearest ends; 1 if they overlap. */
const factorOf = (one: NamedDose, other: NamedDose): number => {
  if (low(one) > high(other)) return low(one) / high(other);
  if (high(one) < low(other)) return low(other) / high(one);
  return 1;
};

type Placed = { readonly document: DosedDocument; readonly mention: DoseMention };

const isForChildren = ({ document, mention }: Placed): boolean =>
  document.isForChildren || mention.isForChildren;

/** Whether two doses have the same drug, route, basis, kind of unit and kind of patient. */
const isComparable = (one: Placed, other: Placed): boolean => {
  const [own, its] = [one.mention.dose, other.mention.dose];
  return (
    one.mention.drug === other.mention.drug &&
    own.route !== undefined &&
    own.route === its.route &&
    per(own) === per(its) &&
    classOf(own) !== undefined &&
    classOf(own) === classOf(its) &&
    isForChildren(one) === isForChildren(other)
  );
};

const namesOf = (others: readonly Placed[]): string =>
  [...new Set(others.map(({ document }) => document.name))].slice(0, mostWitnesses).join(' and ');

/** Does not begin with a number in brackets, which would look like the citation itself. */
const given = ({ document, mention: { drug, dose } }: Placed): string =>
  `${drug.charAt(0).toUpperCase()}${drug.slice(1)} ${written(dose)}${dose.route === undefined ? '' : ` ${abbreviateRoutes([dose.route])}`} in ${document.name}`;

const sharesSubject = (one: DosedDocument, other: DosedDocument): boolean =>
  [...one.subject].some(
    (term) => /^\D*$/.test(term) && !/^protocol|^polic|^guidelin/.test(term) && other.subject.has(term),
  );

/**
 * Detects a dose ten times or a tenth of what all other documents agree on. Amounts for a child depend on the weight.
 */
const outOfLine = (one: Placed, all: readonly Placed[]): string | undefined => {
  // Volumes depend on the strength.
  if (classOf(one.mention.dose) === 'volume' && !isFluid(one.mention.drug)) return undefined;
  const isForOneWeight = one.mention.isInTable || isForChildren(one);
  if (per(one.mention.dose) === '' && isForOneWeight) return undefined;
  const others = all.filter(
    (other) => other.document !== one.document && !other.mention.isInTable && isComparable(one, other),
  );
  const [first] = others;
  if (first === undefined) return undefined;
  const agree = others.every(({ mention }) => factorOf(first.mention.dose, mention.dose) <= agreesWithin);
  const documents = new Set(others.map(({ document }) => document)).size;
  const factors = others.map(({ mention }) => factorOf(one.mention.dose, mention.dose));
  const least = Math.min(...factors);
  // A single other document proves nothing, unless it has the same subject and differs by exactly a power of ten.
  const isExact = factors.some((factor) => [10, 1000].some((wrong) => Math.abs(factor / wrong - 1) < 0.02));
  const error = errors.find(({ from, to }) => least >= from && least <= to);
  if (
    !agree ||
    error === undefined ||
    (documents < 2 && !(isExact && sharesSubject(one.document, first.document)))
  )
    return undefined;
  const isMore = low(one.mention.dose) > high(first.mention.dose);
  const share = isMore
    ? `${error.words} as much as`
    : `${error.from === 8 ? 'a tenth or less of' : 'a thousandth of'}`;
  return `${given(one)}: ${share} what ${namesOf(others)} ${documents === 1 ? 'gives' : 'give'} (${written(first.mention.dose)}).`;
};

/** Detects a pediatric dose without "/kg" where comparable doses have it. */
const withoutKilograms = (one: Placed, all: readonly Placed[]): string | undefined => {
  const { drug, dose, isInTable } = one.mention;
  if (!isForChildren(one) || isInTable || per(dose) !== '' || classOf(dose) !== 'mass') return undefined;
  const ofDrug = all.filter(
    (other) => other.mention.drug === drug && isForChildren(other) && other.mention !== one.mention,
  );
  const isNear = (other: Placed): boolean =>
    classOf(other.mention.dose) === 'mass' && factorOf(dose, other.mention.dose) <= 3;
  const perKilogram = ofDrug.filter((other) => per(other.mention.dose) === 'kg' && isNear(other));
  const alike = ofDrug.some(
    (other) => other.document !== one.document && per(other.mention.dose) === '' && isNear(other),
  );
  const [first] = perKilogram;
  if (first === undefined || alike) return undefined;
  return `${given(one)} is without "/kg", where ${namesOf(perKilogram)} ${perKilogram.length === 1 ? 'has' : 'have'} ${written(first.mention.dose)}.`;
};

/** Detects the same number with another kind of unit: 20 mg/kg of a fluid for which all others state 20 mL/kg. */
const otherUnit = (one: Placed, all: readonly Placed[]): string | undefined => {
  const { drug, dose } = one.mention;
  const own = classOf(dose);
  if (own === undefined) return undefined;
  // "50 mEq (50 mL)": an amount and its volume are often the same number; an amount per kilogram and its volume are
  // not.
  if (per(dose) === '' && !isFluid(drug)) return undefined;
  if (isFluid(drug) && own !== 'mass') return undefined;
  const ofDrug = all.filter(
    ({ mention }) => mention.drug === drug && per(mention.dose) === per(dose) && mention !== one.mention,
  );
  const others = ofDrug.filter(({ mention }) => {
    const its = classOf(mention.dose);
    return its !== undefined && its !== own && mention.dose.amount === dose.amount;
  });
  const [first] = others;
  const sameKind = new Set(
    ofDrug.filter(({ mention }) => classOf(mention.dose) === own).map(({ document }) => document),
  );
  const otherKind = new Set(others.map(({ document }) => document));
  if (first !== undefined && otherKind.size > sameKind.size)
    return `${given(one)}, where ${namesOf(others)} ${otherKind.size === 1 ? 'gives' : 'give'} ${written(first.mention.dose)}: one of the units is wrong.`;
  return isFluid(drug) && own === 'mass' && per(dose) !== ''
    ? `${given(one)} is a fluid, which is measured in mL.`
    : undefined;
};

/** Counts a dose that a document repeats only once. */
const saidOnce = (mentions: readonly DoseMention[]): readonly DoseMention[] => {
  const said = new Map<string, Set<string>>();
  return mentions.filter(({ drug, dose, statement, isInTable, isForChildren: forChildren }) => {
    const what = JSON.stringify([drug, dose, isInTable, forChildren]);
    const before = said.get(statement) ?? new Set();
    said.set(statement, before);
    const isNew = !before.has(what);
    before.add(what);
    return isNew;
  });
};

/**
 * Returns remarks on quoted doses that other retrieved documents, or the same one, contradict by a decimal point, a
 * unit or a missing "/kg". The dose is shown as written; only a person can decide which is right.
 *
 * @param asked preferred names of the requested drugs; their doses are checked first
 */
export const implausibleDoses = (
  quoted: readonly QuotedDocument[],
  others: readonly DosedDocument[],
  asked: readonly string[],
): readonly string[] => {
  const all: readonly Placed[] = [...quoted, ...others].flatMap((document) =>
    document.mentions.map((mention) => ({ document, mention })),
  );
  const byDrug = new Map<string, Placed[]>();
  for (const one of all) {
    const known = byDrug.get(one.mention.drug);
    if (known) known.push(one);
    else byDrug.set(one.mention.drug, [one]);
  }
  const shown = quoted.flatMap((document) =>
    saidOnce(document.mentions)
      .filter(({ statement }) => document.isQuoted(statement))
      .map((mention) => ({ document, mention })),
  );
  const inOrder = [
    ...shown.filter(({ mention }) => asked.includes(mention.drug)),
    ...shown.filter(({ mention }) => !asked.includes(mention.drug)),
  ].slice(0, mostQuoted);
  const remarks = inOrder.flatMap((one) => {
    const ofDrug = byDrug.get(one.mention.drug) ?? [];
    const [remark] = [otherUnit, withoutKilograms, outOfLine].flatMap((rule) => rule(one, ofDrug) ?? []);
    return remark === undefined ? [] : [`${remark} Read the page before giving it.`];
  });
  return [...new Set(remarks)].slice(0, mostRemarks);
};
