import { z } from 'zod';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { type SourceType, sourceTypeSchema, specialtySchema } from './source-type.ts';

/** The kinds of properties, with the type of their values. */
export type PropertyKinds = {
  readonly text: string;
  /** A text that every document has: generated when the uploader gives none. */
  readonly title: string;
  readonly sourceType: SourceType;
  readonly list: readonly string[];
  readonly year: number;
  /** ISO date. */
  readonly day: string;
  readonly boolean: boolean;
};
export type PropertyKind = keyof PropertyKinds;

/**
 * The source of a property that the uploader did not give: none; a file that declares it, taken as written; a rule of
 * `found-metadata/find-metadata.ts`; or the naming of the document, which IndexingCompleted stores separately.
 */
type PropertyFinding = 'nobody' | 'declared' | 'rule' | 'naming';

type PropertyOfKind<Kind extends PropertyKind> = {
  readonly kind: Kind;
  /** The values that the uploader may give, with the file, in a sidecar or by a flag. */
  readonly given: z.ZodType<PropertyKinds[Kind] | undefined>;
  readonly found: PropertyFinding;
  /** The names under which files declare it; the first with a value counts. `as` is its name in `FileProperties`. */
  readonly file?: {
    readonly as: string;
    readonly frontMatter: readonly string[];
    readonly metaTags: readonly string[];
  };
  /** True when the passages of a document carry it. */
  readonly inPassages: boolean;
  /** True when search results and citations show it with the title. */
  readonly shown: boolean;
  /** The flag that sets it at ingestion; a list is split at commas or the flag repeated. */
  readonly flag: {
    readonly option: string;
    readonly short?: string;
    readonly value?: string;
    readonly list?: 'commas' | 'repeated';
    readonly help: string;
  };
};

/** The definition of a property. */
export type PropertyDefinition = { readonly [Kind in PropertyKind]: PropertyOfKind<Kind> }[PropertyKind];

const name = z.string().min(1).max(200);
const sealedName = sensitiveText(name);
/** The id of an article in PubMed. */
export const pmidSchema = z.string().regex(/^\d{1,9}$/, 'must be a number such as 32167518');
export const stateCodeSchema = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as CA');
/** The id of an agency in a register: a number, or a short code. */
export const agencyIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, 'must be a number or a code without spaces such as 2701');
/** An address that a browser may open: no `javascript:`, no file. */
const webAddressSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .max(500);
/** Years in which a document can have been published. */
export const publicationYearSchema = z.int().min(1800).max(2200);

/**
 * The properties of a document besides its text, one entry each. Schemas, columns, passages, the payload of vectors,
 * search results, citations, the API and the flags of the command line are derived from here; filters by a property are
 * in `domain/retrieval/filter-definitions.ts`. Free text is marked sensitive: a clinical note may carry a patient's
 * name in its title.
 *
 * Passages are stored with their members in this order, and a rebuilt index is compared byte for byte with the one
 * before: append a new property at the end, or raise the version of the search index.
 */
export const documentProperties = {
  title: {
    kind: 'title',
    given: sensitiveText(z.string().min(1).max(500)).optional(),
    found: 'naming',
    file: { as: 'title', frontMatter: ['title'], metaTags: ['citation_title', 'dc.title'] },
    inPassages: true,
    shown: false,
    flag: { option: 'title', value: 'text', help: 'the title; inferred from the document if absent' },
  },
  sourceType: {
    kind: 'sourceType',
    given: sourceTypeSchema,
    found: 'nobody',
    inPassages: true,
    shown: false,
    flag: {
      option: 'sourceType',
      short: 't',
      value: 'type',
      help: `kind of source: ${sourceTypeSchema.options.join(', ')}`,
    },
  },
  specialty: {
    kind: 'list',
    given: z.array(specialtySchema).max(20).default([]),
    found: 'nobody',
    inPassages: true,
    shown: false,
    flag: {
      option: 'specialty',
      short: 's',
      value: 'names',
      list: 'commas',
      help: 'specialties, e.g. emergency_medicine,cardiology',
    },
  },
  agency: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'rule',
    file: { as: 'agency', frontMatter: ['agency'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'agency', value: 'name', help: 'the agency that issued the documents' },
  },
  stateCode: {
    kind: 'text',
    given: stateCodeSchema.optional(),
    found: 'rule',
    file: { as: 'stateCode', frontMatter: ['state_code', 'state'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'state', value: 'code', help: 'the state in which the documents apply, e.g. CA' },
  },
  organization: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'declared',
    file: { as: 'organization', frontMatter: ['organization', 'organisation'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'organization', value: 'name', help: 'the organization that published the documents' },
  },
  publicationYear: {
    kind: 'year',
    given: publicationYearSchema.optional(),
    found: 'rule',
    file: {
      as: 'published',
      frontMatter: ['published', 'publication_date', 'publication_year', 'year', 'date'],
      metaTags: [
        'citation_publication_date',
        'citation_date',
        'citation_online_date',
        'prism.publicationdate',
        'dc.date.issued',
        'dc.issued',
        'dc.date',
        'article:published_time',
      ],
    },
    inPassages: true,
    shown: true,
    flag: { option: 'publicationYear', value: 'year', help: 'the year of publication' },
  },
  publisher: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'declared',
    file: { as: 'publisher', frontMatter: ['publisher'], metaTags: ['citation_publisher', 'dc.publisher'] },
    inPassages: true,
    shown: true,
    flag: { option: 'publisher', value: 'name', help: 'the publisher' },
  },
  authors: {
    kind: 'list',
    given: sensitive(z.array(name).max(100), []).optional(),
    found: 'rule',
    file: {
      as: 'authors',
      frontMatter: ['authors', 'author'],
      metaTags: ['citation_author', 'citation_authors', 'dc.creator', 'dc.contributor.author'],
    },
    inPassages: true,
    shown: true,
    flag: { option: 'author', value: 'name', list: 'repeated', help: 'an author; may be repeated' },
  },
  doi: {
    kind: 'text',
    given: sensitiveText(z.string().max(200)).optional(),
    found: 'rule',
    file: {
      as: 'doi',
      frontMatter: ['doi'],
      metaTags: ['citation_doi', 'prism.doi', 'dc.identifier.doi', 'bepress_citation_doi'],
    },
    inPassages: true,
    shown: true,
    flag: { option: 'doi', value: 'doi', help: 'the DOI, e.g. 10.1161/CIR.0000000000001168' },
  },
  pmid: {
    kind: 'text',
    // Nine digits may equally identify a person.
    given: sensitive(pmidSchema, '0').optional(),
    found: 'rule',
    file: { as: 'pmid', frontMatter: ['pmid'], metaTags: ['citation_pmid'] },
    inPassages: true,
    shown: true,
    flag: { option: 'pmid', value: 'number', help: 'the PubMed id' },
  },
  /** The day from which the document applies. */
  effectiveDate: {
    kind: 'day',
    // For a note it is the day of a treatment.
    given: sensitive(z.iso.date('must be a day such as 2025-01-31'), '1900-01-01').optional(),
    found: 'rule',
    file: { as: 'effective', frontMatter: ['effective_date', 'effective'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: {
      option: 'effectiveDate',
      value: 'day',
      help: 'the date from which the documents apply, e.g. 2024-07-01',
    },
  },
  /** The number under which an agency files a protocol, e.g. `1219-P` or `814`. */
  protocolNumber: {
    kind: 'text',
    given: sensitiveText(z.string().min(1).max(32)).optional(),
    found: 'naming',
    file: { as: 'protocolNumber', frontMatter: ['protocol_number', 'protocol'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: {
      option: 'protocolNumber',
      value: 'number',
      help: 'the protocol number, e.g. 1219-P; inferred from the document if absent',
    },
  },
  /** Declared by the uploader: the document holds PHI and must stay on the premises. */
  containsPhi: {
    kind: 'boolean',
    given: z.boolean().default(false),
    found: 'nobody',
    inPassages: false,
    shown: false,
    flag: { option: 'containsPhi', help: 'the documents contain PHI and must not leave the premises' },
  },
  /** The address at which its publisher shows it. */
  url: {
    kind: 'text',
    given: sensitive(webAddressSchema, 'https://erased.invalid/').optional(),
    found: 'declared',
    file: {
      as: 'url',
      frontMatter: ['url', 'source_url'],
      metaTags: ['citation_public_url', 'citation_abstract_html_url', 'og:url'],
    },
    inPassages: true,
    shown: true,
    flag: { option: 'sourceUrl', value: 'address', help: 'the address of the document at its publisher' },
  },
  /** The conditions that it covers, in its publisher's words, e.g. `Diabetes`. */
  condition: {
    kind: 'list',
    given: sensitive(z.array(name).max(20), []).optional(),
    found: 'declared',
    file: { as: 'condition', frontMatter: ['condition', 'conditions'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: {
      option: 'condition',
      value: 'name',
      list: 'repeated',
      help: 'a condition that the documents cover; may be repeated',
    },
  },
  /** The day on which its publisher last changed or confirmed it. */
  lastUpdated: {
    kind: 'day',
    given: sensitive(z.iso.date('must be a day such as 2025-01-31'), '1900-01-01').optional(),
    found: 'declared',
    file: {
      as: 'updated',
      frontMatter: ['last_updated', 'updated', 'last_reviewed'],
      metaTags: ['citation_lastmodified_date', 'dc.modified', 'dc.date.modified', 'article:modified_time'],
    },
    inPassages: true,
    shown: true,
    flag: { option: 'lastUpdated', value: 'day', help: 'the day of the last update, e.g. 2024-07-01' },
  },
  edition: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'rule',
    file: { as: 'edition', frontMatter: ['edition'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'edition', value: 'name', help: 'the edition, e.g. 21' },
  },
  chapter: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'rule',
    file: { as: 'chapter', frontMatter: ['chapter'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'chapter', value: 'name', help: 'the chapter of a book, e.g. 252' },
  },
  /** The class of the drug that it covers, in its publisher's words, e.g. `biguanide`. */
  drugClass: {
    kind: 'list',
    given: sensitive(z.array(name).max(20), []).optional(),
    found: 'declared',
    file: { as: 'drugClass', frontMatter: ['drug_class', 'drug_classes'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: {
      option: 'drugClass',
      value: 'name',
      list: 'repeated',
      help: 'the drug class, e.g. biguanide; may be repeated',
    },
  },
  /** The indications of the drug, in its publisher's words, e.g. `type 2 diabetes`. */
  indication: {
    kind: 'list',
    given: sensitive(z.array(name).max(20), []).optional(),
    found: 'declared',
    file: { as: 'indication', frontMatter: ['indication', 'indications'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: {
      option: 'indication',
      value: 'name',
      list: 'repeated',
      help: 'an indication of the drug; may be repeated',
    },
  },
  /** The county in which it applies, e.g. `Los Angeles`. */
  county: {
    kind: 'text',
    given: sealedName.optional(),
    found: 'rule',
    file: { as: 'county', frontMatter: ['county'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'county', value: 'name', help: 'the county in which the documents apply' },
  },
  /** The agency's id in a register, e.g. `2701`. */
  agencyId: {
    kind: 'text',
    given: sensitive(agencyIdSchema, '0').optional(),
    found: 'declared',
    file: { as: 'agencyId', frontMatter: ['agency_id'], metaTags: [] },
    inPassages: true,
    shown: true,
    flag: { option: 'agencyId', value: 'id', help: 'the id of the agency that issued the documents' },
  },
} as const satisfies Readonly<Record<string, PropertyDefinition>>;
