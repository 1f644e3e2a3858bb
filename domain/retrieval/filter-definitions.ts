import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import {
  agencyIdSchema,
  pmidSchema,
  publicationYearSchema,
  stateCodeSchema,
} from '../knowledge/document-properties.ts';
import type { PassageProperty } from '../knowledge/property-uses.ts';
import { sourceTypeSchema, sourceTypes, specialtySchema } from '../knowledge/source-type.ts';
import { sensitive } from '../privacy/sensitive.ts';

/**
 * The parts of a passage that filters can use: the properties of its document, its key, and the drugs that it names.
 */
export type FilteredProperty = PassageProperty | 'docKey' | 'drugs';

/**
 * How a passage's value is compared: it equals one of the requested values (for a list, one of its members does),
 * contains one of them, or is not before or not after a bound.
 */
export type FilterMatch = 'oneOf' | 'contains' | 'from' | 'to';

/** The definition of a filter. */
export type FilterDefinition = {
  readonly property: FilteredProperty;
  readonly match: FilterMatch;
  /** The schema of one value. */
  readonly value: z.ZodType<string | number>;
  /** The schema of the filter in a search request and in an event. */
  readonly asked: z.ZodType;
  readonly ignoresCase?: true;
  /** A value may name a patient, and therefore does not belong in an address. */
  readonly mayNamePatient?: true;
  /** The result can differ between passages of one document. */
  readonly perPassage?: true;
  /** The parameter that narrows the catalogue, and its description. */
  readonly catalogue?: { readonly parameter: string; readonly description?: string };
  /** The command-line flag; values are split at commas or the flag repeated. */
  readonly flag: {
    readonly option: string;
    readonly value: string;
    readonly list?: 'commas' | 'repeated';
    readonly help: string;
  };
};

const oneOrMore = <Value extends z.ZodType>(value: Value) =>
  z.union([value.transform((one) => [one]), z.array(value).min(1).max(50)]);

/** One value or several. */
const several = <Value extends z.ZodType<string>>(value: Value) => ({
  value,
  asked: oneOrMore(value).optional(),
});
/** One value or several that may name a patient, or a drug that a person is treated with: encrypted in the log. */
const severalSealed = (value: z.ZodString) => ({
  value,
  asked: sensitive(oneOrMore(value), ['[erased]']).optional(),
});
const bound = <Value extends z.ZodType<string | number>>(value: Value) => ({
  value,
  asked: value.optional(),
});

const name = z.string().min(1).max(200);
const day = z.iso.date('must be a day such as 2025-01-31');

/**
 * The filters of a search and of the catalogue, one entry each. Schemas, SQL, the payload of vectors and its indexes,
 * the filters of Qdrant and of the in-memory index, parameters and flags are derived from here. Filters combine by
 * "and", the values of one by "or"; a passage without the property does not pass.
 */
export const filterDefinitions = {
  title: {
    ...severalSealed(z.string().trim().min(1).max(200)),
    property: 'title',
    match: 'contains',
    mayNamePatient: true,
    ignoresCase: true,
    catalogue: { parameter: 'title', description: 'Text contained in the title, ignoring case.' },
    flag: {
      option: 'title',
      value: 'text',
      list: 'repeated',
      help: 'only documents with this text in the title, ignoring case; may be repeated',
    },
  },
  sourceType: {
    ...several(sourceTypeSchema),
    property: 'sourceType',
    match: 'oneOf',
    catalogue: { parameter: 'sourceType' },
    flag: {
      option: 'sourceType',
      value: 'types',
      list: 'commas',
      help: `only these kinds of sources: ${sourceTypes.join(', ')}`,
    },
  },
  specialty: {
    ...several(specialtySchema),
    property: 'specialty',
    match: 'oneOf',
    catalogue: { parameter: 'specialty' },
    flag: {
      option: 'specialty',
      value: 'names',
      list: 'commas',
      help: 'only these specialties, e.g. emergency_medicine,cardiology',
    },
  },
  docKey: {
    ...several(docKeySchema),
    property: 'docKey',
    match: 'oneOf',
    flag: { option: 'docKey', value: 'keys', list: 'commas', help: 'only these documents' },
  },
  agency: {
    ...several(name),
    property: 'agency',
    match: 'oneOf',
    catalogue: { parameter: 'agency' },
    flag: {
      option: 'agency',
      value: 'name',
      list: 'repeated',
      help: 'only documents of this agency; may be repeated',
    },
  },
  stateCode: {
    ...several(stateCodeSchema),
    property: 'stateCode',
    match: 'oneOf',
    catalogue: { parameter: 'stateCode' },
    flag: {
      option: 'state',
      value: 'codes',
      list: 'commas',
      help: 'only documents of these states, e.g. CA',
    },
  },
  effectiveFrom: {
    ...bound(day),
    property: 'effectiveDate',
    match: 'from',
    catalogue: { parameter: 'effectiveFrom' },
    flag: {
      option: 'effectiveFrom',
      value: 'day',
      help: 'only documents in force from this day on, e.g. 2024-01-01',
    },
  },
  effectiveTo: {
    ...bound(day),
    property: 'effectiveDate',
    match: 'to',
    catalogue: { parameter: 'effectiveTo' },
    flag: { option: 'effectiveTo', value: 'day', help: 'only documents in force up to this day' },
  },
  organization: {
    ...several(name),
    property: 'organization',
    match: 'oneOf',
    catalogue: { parameter: 'organization' },
    flag: {
      option: 'organization',
      value: 'name',
      list: 'repeated',
      help: 'only documents of this organization; may be repeated',
    },
  },
  publisher: {
    ...several(name),
    property: 'publisher',
    match: 'oneOf',
    catalogue: { parameter: 'publisher' },
    flag: {
      option: 'publisher',
      value: 'name',
      list: 'repeated',
      help: 'only documents of this publisher; may be repeated',
    },
  },
  authors: {
    ...severalSealed(name),
    property: 'authors',
    match: 'oneOf',
    mayNamePatient: true,
    catalogue: { parameter: 'author', description: 'One of the authors, as written in the metadata.' },
    flag: {
      option: 'author',
      value: 'name',
      list: 'repeated',
      help: 'only documents with this author; may be repeated',
    },
  },
  publishedFrom: {
    ...bound(publicationYearSchema),
    property: 'publicationYear',
    match: 'from',
    catalogue: { parameter: 'publishedFrom', description: 'Published in this year or later.' },
    flag: {
      option: 'publishedFrom',
      value: 'year',
      help: 'only documents published in this year or later',
    },
  },
  publishedTo: {
    ...bound(publicationYearSchema),
    property: 'publicationYear',
    match: 'to',
    catalogue: { parameter: 'publishedTo', description: 'Published in this year or earlier.' },
    flag: {
      option: 'publishedTo',
      value: 'year',
      help: 'only documents published in this year or earlier',
    },
  },
  doi: {
    ...several(name),
    property: 'doi',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'doi' },
    flag: { option: 'doi', value: 'dois', list: 'commas', help: 'only the documents with these DOIs' },
  },
  pmid: {
    ...several(pmidSchema),
    property: 'pmid',
    match: 'oneOf',
    catalogue: { parameter: 'pmid' },
    flag: {
      option: 'pmid',
      value: 'numbers',
      list: 'commas',
      help: 'only the documents with these PubMed ids',
    },
  },
  /** Any name of the drug: `resolve-drug-filter.ts` finds the names under which passages are filed. */
  drug: {
    ...severalSealed(z.string().trim().min(1).max(100)),
    property: 'drugs',
    match: 'oneOf',
    perPassage: true,
    flag: {
      option: 'drug',
      value: 'names',
      list: 'commas',
      help: 'only passages that name these drugs, by generic name, brand or abbreviation, e.g. epinephrine',
    },
  },
  /** As stated in the document's metadata or text, e.g. `1219-P`. */
  protocolNumber: {
    ...several(z.string().min(1).max(32)),
    property: 'protocolNumber',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'protocolNumber' },
    flag: {
      option: 'protocolNumber',
      value: 'numbers',
      list: 'commas',
      help: 'only these protocols, e.g. 1219-P',
    },
  },
  url: {
    ...severalSealed(z.string().min(1).max(500)),
    property: 'url',
    match: 'oneOf',
    catalogue: { parameter: 'url' },
    flag: {
      option: 'sourceUrl',
      value: 'address',
      list: 'repeated',
      help: 'only the document at this address; may be repeated',
    },
  },
  condition: {
    ...severalSealed(name),
    property: 'condition',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'condition', description: 'One of the conditions, as written in the metadata.' },
    flag: {
      option: 'condition',
      value: 'name',
      list: 'repeated',
      help: 'only documents about this condition, as their metadata names it; may be repeated',
    },
  },
  updatedFrom: {
    ...bound(day),
    property: 'lastUpdated',
    match: 'from',
    catalogue: { parameter: 'updatedFrom' },
    flag: { option: 'updatedFrom', value: 'day', help: 'only documents updated on this day or later' },
  },
  updatedTo: {
    ...bound(day),
    property: 'lastUpdated',
    match: 'to',
    catalogue: { parameter: 'updatedTo' },
    flag: { option: 'updatedTo', value: 'day', help: 'only documents updated on this day or earlier' },
  },
  edition: {
    ...several(name),
    property: 'edition',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'edition' },
    flag: { option: 'edition', value: 'names', list: 'commas', help: 'only these editions' },
  },
  chapter: {
    ...several(name),
    property: 'chapter',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'chapter' },
    flag: { option: 'chapter', value: 'names', list: 'commas', help: 'only these chapters' },
  },
  drugClass: {
    ...severalSealed(name),
    property: 'drugClass',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: {
      parameter: 'drugClass',
      description: 'One of the classes of drugs, as written in the metadata.',
    },
    flag: {
      option: 'drugClass',
      value: 'name',
      list: 'repeated',
      help: 'only documents about drugs of this class, as their metadata names it; may be repeated',
    },
  },
  indication: {
    ...severalSealed(name),
    property: 'indication',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: {
      parameter: 'indication',
      description: 'One of the indications, as written in the metadata.',
    },
    flag: {
      option: 'indication',
      value: 'name',
      list: 'repeated',
      help: 'only documents about drugs for this indication, as their metadata names it; may be repeated',
    },
  },
  county: {
    ...several(name),
    property: 'county',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'county' },
    flag: {
      option: 'county',
      value: 'name',
      list: 'repeated',
      help: 'only documents of this county; may be repeated',
    },
  },
  agencyId: {
    ...several(agencyIdSchema),
    property: 'agencyId',
    match: 'oneOf',
    ignoresCase: true,
    catalogue: { parameter: 'agencyId' },
    flag: {
      option: 'agencyId',
      value: 'ids',
      list: 'commas',
      help: 'only documents of the agencies with these ids',
    },
  },
} as const satisfies Readonly<Record<string, FilterDefinition>>;
