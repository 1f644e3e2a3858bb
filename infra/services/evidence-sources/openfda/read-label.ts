import { z } from 'zod';
import {
  type Evidence,
  evidenceSchema,
  MAX_EVIDENCE_TEXT,
  MAX_EVIDENCE_TITLE,
} from '../../../../domain/consultation/sources/evidence.ts';
import { externalText } from '../../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { DrugLabel } from '../../../../ports/drug-labels.ts';

/** What a label says of one thing; a list of one text as a rule. */
const section = z.array(z.string()).max(100).optional().catch(undefined);
const names = z.array(z.string()).max(1000).default([]).catch([]);

/** A label as openFDA gives it, as far as it is read. */
export const labelSchema = z.object({
  set_id: z.guid(),
  /** `20240131`. */
  effective_time: z.string().optional().catch(undefined),
  boxed_warning: section,
  contraindications: section,
  indications_and_usage: section,
  dosage_and_administration: section,
  warnings_and_cautions: section,
  warnings: section,
  drug_interactions: section,
  pediatric_use: section,
  precautions: section,
  do_not_use: section,
  ask_doctor_or_pharmacist: section,
  openfda: z
    .object({
      generic_name: names,
      brand_name: names,
      manufacturer_name: names,
      route: names,
      product_type: names,
      substance_name: names,
      pharm_class_epc: names,
      pharm_class_moa: names,
    })
    .optional()
    .catch(undefined),
});
export type Label = z.output<typeof labelSchema>;
type SectionName = Exclude<keyof Label, 'set_id' | 'effective_time' | 'openfda'>;

const headings: Readonly<Record<SectionName, string>> = {
  boxed_warning: 'Boxed warning',
  contraindications: 'Contraindications',
  indications_and_usage: 'Indications',
  dosage_and_administration: 'Dosage',
  warnings_and_cautions: 'Warnings',
  warnings: 'Warnings',
  drug_interactions: 'Interactions',
  pediatric_use: 'Pediatric use',
  precautions: 'Precautions',
  do_not_use: 'Do not use',
  ask_doctor_or_pharmacist: 'Ask a doctor or pharmacist before use',
};

/** The gravest first: what is cut off at the end must not be what forbids. */
const usual: readonly SectionName[] = [
  'boxed_warning',
  'contraindications',
  'indications_and_usage',
  'dosage_and_administration',
  'warnings_and_cautions',
  'warnings',
];
/** Further sections that a question can be about. */
const furtherOf: Readonly<Record<string, readonly SectionName[]>> = {
  pediatric_specific: ['pediatric_use'],
  contraindication_check: ['drug_interactions'],
  drug_info: ['drug_interactions', 'pediatric_use'],
};

/** Characters of one section, so that each has a place. */
const SECTION = 1300;

/** How sections begin that repeat their heading: `2 DOSAGE AND ADMINISTRATION`. Nothing else is taken away. */
const ownHeading =
  /^(?:\d{1,2} )?(?:BOXED WARNING|WARNING|CONTRAINDICATIONS|INDICATIONS (?:AND|&) USAGE|DOSAGE (?:AND|&) ADMINISTRATION|WARNINGS AND PRECAUTIONS|WARNINGS|DRUG INTERACTIONS|PEDIATRIC USE):? (?=\S)/i;

const sectionText = (label: Label, name: SectionName): string => {
  const text = externalText((label[name] ?? []).join(' ').slice(0, SECTION * 2), SECTION);
  return text === '' ? '' : `${headings[name]}: ${text.replace(ownHeading, '')}`;
};

const titleCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();

const first = (values: readonly string[] | undefined, max: number): string =>
  externalText(values?.[0] ?? '', max);

const dateOf = (time: string | undefined): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(time ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
};

/** What people know a label by. */
const titleOf = ({ openfda }: Label): string => {
  const generic = titleCase(first(openfda?.generic_name, 200));
  const brand = first(openfda?.brand_name, 200);
  const route = first(openfda?.route, 60).toLowerCase();
  const named = [generic, brand.toLowerCase() === generic.toLowerCase() ? '' : brand].filter(
    (name) => name !== '',
  );
  const title = `${named.join(' / ')}${route === '' ? '' : `, ${route}`}: label`;
  return externalText(named.length === 0 ? 'Drug label' : title, MAX_EVIDENCE_TITLE);
};

const urlOf = ({ set_id: setId }: Label): string =>
  `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${setId.toLowerCase()}`;

/** Where labels speak of other drugs, the gravest first; the last four in labels of older form or without prescription. */
const ofOtherDrugs: readonly SectionName[] = [
  'boxed_warning',
  'contraindications',
  'drug_interactions',
  'warnings_and_cautions',
  'warnings',
  'precautions',
  'do_not_use',
  'ask_doctor_or_pharmacist',
];
/** Characters of one section that are looked through: the longest known have some 60,000. */
const WHOLE_SECTION = 80_000;
const MOST_CLASSES = 20;

/** A label with all that it says of other drugs. */
export const interactionLabel = (label: Label): DrugLabel => {
  const { openfda, effective_time: effective } = label;
  return {
    setId: label.set_id.toLowerCase(),
    title: titleOf(label),
    url: urlOf(label),
    ...omitUndefined({ effective: dateOf(effective) }),
    classes: [...(openfda?.pharm_class_epc ?? []), ...(openfda?.pharm_class_moa ?? [])]
      .slice(0, MOST_CLASSES)
      .map((name) => externalText(name, 120)),
    sections: ofOtherDrugs.flatMap((name) => {
      const text = externalText((label[name] ?? []).join(' ').slice(0, WHOLE_SECTION), WHOLE_SECTION);
      return text === '' ? [] : [{ name, text: text.replace(ownHeading, '') }];
    }),
  };
};

/** A label as evidence; none where it says nothing of what is asked of labels. */
export const labelEvidence = (label: Label, intent: string): readonly Evidence[] => {
  const { set_id: setId, openfda, effective_time: effective } = label;
  const sections = [...usual, ...(furtherOf[intent] ?? [])].map((name) => sectionText(label, name));
  const text = [...new Set(sections)].filter((part) => part !== '').join('\n');
  const parsed = evidenceSchema.safeParse({
    source: 'openfda',
    id: setId.toLowerCase(),
    kind: 'label',
    title: titleOf(label),
    text: text.slice(0, MAX_EVIDENCE_TEXT).toWellFormed(),
    url: urlOf(label),
    ...omitUndefined({ published: dateOf(effective) }),
    ...(openfda === undefined || openfda.manufacturer_name.length === 0
      ? {}
      : { authors: [first(openfda.manufacturer_name, 200)].filter((name) => name !== '') }),
  });
  return parsed.success ? [parsed.data] : [];
};

const productOf = ({ openfda }: Label): string =>
  JSON.stringify([
    openfda?.generic_name[0]?.toLowerCase(),
    openfda?.route.map((route) => route.toLowerCase()),
  ]);

/** Whether a label is of one substance, and on prescription: a question for a drug means that rather than its mixtures. */
const isPlain = ({ openfda }: Label): boolean => (openfda?.substance_name.length ?? 0) === 1;
const isPrescribed = ({ openfda }: Label): boolean =>
  openfda?.product_type.some((type) => /PRESCRIPTION/i.test(type)) ?? false;
const weightOf = (label: Label): number => (isPlain(label) ? 2 : 0) + (isPrescribed(label) ? 1 : 0);

/** Drugs by themselves before mixtures, those on prescription before others; otherwise in the order they came in. */
export const plainFirst = (labels: readonly Label[]): readonly Label[] =>
  labels.toSorted((one, other) => weightOf(other) - weightOf(one));

/** One label for each drug and route: the labels of its other makers say the same. */
export const oncePerProduct = (labels: readonly Label[]): readonly Label[] => {
  const known = new Set<string>();
  return labels.filter((label) => {
    if (label.openfda === undefined) return true;
    const product = productOf(label);
    if (known.has(product)) return false;
    known.add(product);
    return true;
  });
};
