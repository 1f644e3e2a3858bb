import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/** A label in openFDA; all of it invented. */
export type LabelRecord = {
  readonly setId: string;
  readonly generic: string;
  readonly brand?: string;
  readonly maker?: string;
  readonly route?: string;
  readonly effective?: string;
  readonly substances?: readonly string[];
  readonly type?: string;
  /** `Nonsteroidal Anti-inflammatory Drug [EPC]`. */
  readonly classes?: readonly string[];
  readonly sections: Readonly<Record<string, string>>;
};

const resultOf = ({
  setId,
  generic,
  brand,
  maker,
  route,
  effective,
  substances,
  type,
  classes,
  sections,
}: LabelRecord) => ({
  spl_product_data_elements: [`${generic} ${generic.toUpperCase()}`],
  ...Object.fromEntries(Object.entries(sections).map(([name, text]) => [name, [text]])),
  set_id: setId,
  id: '11111111-2222-4333-8444-555555555555',
  effective_time: effective ?? '20240131',
  version: '7',
  openfda: {
    application_number: ['NDA000000'],
    brand_name: [brand ?? generic.toUpperCase()],
    generic_name: [generic.toUpperCase()],
    manufacturer_name: [maker ?? 'Invented Labs, Inc.'],
    product_ndc: ['00000-000'],
    product_type: [type ?? 'HUMAN PRESCRIPTION DRUG'],
    route: [route ?? 'INTRAVENOUS'],
    substance_name: substances ?? [generic.toUpperCase()],
    ...(classes === undefined ? {} : { pharm_class_epc: classes }),
    spl_set_id: [setId],
    is_original_packager: [true],
  },
});

/** The response format of openFDA. */
export const labelsJson = (labels: readonly LabelRecord[]): string =>
  JSON.stringify({
    meta: {
      disclaimer: 'Do not rely on this.',
      terms: 'https://open.fda.gov/terms/',
      license: 'https://open.fda.gov/license/',
      last_updated: '2025-01-01',
      results: { skip: 0, limit: labels.length, total: labels.length },
    },
    results: labels.map(resultOf),
  });

/** The response of openFDA without a match. */
export const noMatches: ScriptedReply = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  text: '{"error":{"code":"NOT_FOUND","message":"No matches found!"}}',
};

/** Behaves like openFDA: returns the labels with the requested generic name. */
export const fakeOpenfda =
  (labels: readonly LabelRecord[]) =>
  ({ fields }: ScriptedCall): ScriptedReply => {
    const found = labels.filter(({ generic }) =>
      (fields.search ?? '').includes(`openfda.generic_name:"${generic}"`),
    );
    return found.length === 0 ? noMatches : { text: labelsJson(found.slice(0, Number(fields.limit))) };
  };
