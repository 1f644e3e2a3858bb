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

/** A section of a label; usually a list with a single text. */
const section = z.array(z.string()).max(100).optional().catch(undefined);
const names = z.array(z.string()).max(1000).default([]).catch([]);

/** The parts of an openFDA label that are used. */
export const labelSchema = z.object({
  set_id: z.guid(),
  /** For example, `20240131`. */
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

/** Most serious first, so that truncation never drops a contraindication. */
const usual: readonly SectionName[] = [
  'boxed_warning',
  'contraindications',
  'indications_and_usage',
  'dosage_and_administration',
  'warnings_and_cautions',
  'warnings',
];
/** Additional sections by intent. */
const furtherOf: Readonly<Record<string, readonly SectionName[]>> = {
  pediatric_specific: ['pediatric_use'],
  contraindication_check: ['drug_interactions'],
  drug_info: ['drug_interactions', 'pediatric_use'],
};

/** Character limit per section, so that each one fits in. */
const SECTION = 1300;

/**
 * A heading repeated at the start of a section, such as `2 DOSAGE AND ADMINISTRATION`. Nothing else is
 * removed.
 */
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

/** The title of a label: generic name, brand name and route. */
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

/**
 * Sections that mention other drugs, most serious first; the last four occur in labels of the older format or
 * of over-the-counter drugs.
 */
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
/** Characters read per section; the longest known have some 60,000. */
const WHOLE_SECTION = 80_000;
const MOST_CLASSES = 20;

/** Extracts everything a label says about other drugs. */
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

/** Converts a label to evidence; empty when it has none of the wanted sections. */
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

/**
 * Whether a label is for a single substance, and for a prescription drug. A query for a drug means that
 * rather than a combination.
 */
const isPlain = ({ openfda }: Label): boolean => (openfda?.substance_name.length ?? 0) === 1;
const isPrescribed = ({ openfda }: Label): boolean =>
  openfda?.product_type.some((type) => /PRESCRIPTION/i.test(type)) ?? false;
const weightOf = (label: Label): number => (isPlain(label) ? 2 : 0) + (isPrescribed(label) ? 1 : 0);

/**
 * Orders single-ingredient drugs before combinations and prescription drugs before others, otherwise keeping
 * the order.
 */
export const plainFirst = (labels: readonly Label[]): readonly Label[] =>
  labels.toSorted((one, other) => weightOf(other) - weightOf(one));

/** Keeps one label per drug and route; those of other manufacturers repeat it. */
export const onePerProduct = (labels: readonly Label[]): readonly Label[] => {
  const known = new Set<string>();
  return labels.filter((label) => {
    if (label.openfda === undefined) return true;
    const product = productOf(label);
    if (known.has(product)) return false;
    known.add(product);
    return true;
  });
};
