import type { Command } from 'commander';
import { z } from 'zod';
import { docKeySchema } from '../../../domain/kernel/identifiers.ts';
import { sourceTypeSchema, sourceTypes, specialtySchema } from '../../../domain/knowledge/source-type.ts';
import type { SearchFiltersInput } from '../../../domain/retrieval/search-filters.ts';
import { collect, listOf, wholeNumber } from './parse-options.ts';

const names = z.array(z.string().min(1).max(200));
const year = wholeNumber(1800, 2200);
const day = z.iso.date('must be a day such as 2025-01-31');

/** The shape of the options that narrow a search. */
export const searchFilterShape = {
  title: names.optional(),
  sourceType: listOf(sourceTypeSchema).optional(),
  specialty: listOf(specialtySchema).optional(),
  agency: names.optional(),
  state: listOf(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as CA')).optional(),
  docKey: listOf(docKeySchema).optional(),
  effectiveFrom: day.optional(),
  effectiveTo: day.optional(),
  organization: names.optional(),
  publisher: names.optional(),
  author: names.optional(),
  publishedFrom: year.optional(),
  publishedTo: year.optional(),
  doi: listOf(z.string().min(1).max(200)).optional(),
  pmid: listOf(z.string().regex(/^\d{1,9}$/, 'must be a number such as 32167518')).optional(),
  protocolNumber: listOf(z.string().min(1).max(32)).optional(),
  drug: listOf(z.string().min(1).max(100)).optional(),
};

/** Adds the options that narrow a search. */
export const addSearchFilters = (command: Command): Command =>
  command
    .option(
      '--title <text>',
      'only documents with this in their titles, in whatever case; may be repeated',
      collect,
    )
    .option('--source-type <types>', `only these kinds of sources: ${sourceTypes.join(', ')}`, collect)
    .option('--specialty <names>', 'only these specialties, e.g. emergency_medicine,cardiology', collect)
    .option('--agency <name>', 'only documents of this agency; may be repeated', collect)
    .option('--state <codes>', 'only documents of these states, e.g. CA', collect)
    .option('--doc-key <keys>', 'only these documents', collect)
    .option('--effective-from <day>', 'only documents in force from this day on, e.g. 2024-01-01')
    .option('--effective-to <day>', 'only documents in force up to this day')
    .option('--organization <name>', 'only documents of this organization; may be repeated', collect)
    .option('--publisher <name>', 'only documents of this publisher; may be repeated', collect)
    .option('--author <name>', 'only documents with this author; may be repeated', collect)
    .option('--published-from <year>', 'only documents published in this year or later')
    .option('--published-to <year>', 'only documents published in this year or earlier')
    .option('--doi <dois>', 'only the documents with these DOIs', collect)
    .option('--pmid <numbers>', 'only the documents with these PubMed ids', collect)
    .option('--protocol-number <numbers>', 'only these protocols, e.g. 1219-P', collect)
    .option(
      '--drug <names>',
      'only passages that name these drugs, by generic name, brand or abbreviation, e.g. epinephrine',
      collect,
    );

/** The options as the API takes them. */
export const searchFiltersOf = (
  options: z.output<z.ZodObject<typeof searchFilterShape>>,
): SearchFiltersInput => ({
  ...(options.title === undefined ? {} : { title: options.title }),
  ...(options.sourceType === undefined ? {} : { sourceType: options.sourceType }),
  ...(options.specialty === undefined ? {} : { specialty: options.specialty }),
  ...(options.agency === undefined ? {} : { agency: options.agency }),
  ...(options.state === undefined ? {} : { stateCode: options.state }),
  ...(options.docKey === undefined ? {} : { docKey: options.docKey }),
  ...(options.effectiveFrom === undefined ? {} : { effectiveFrom: options.effectiveFrom }),
  ...(options.effectiveTo === undefined ? {} : { effectiveTo: options.effectiveTo }),
  ...(options.organization === undefined ? {} : { organization: options.organization }),
  ...(options.publisher === undefined ? {} : { publisher: options.publisher }),
  ...(options.author === undefined ? {} : { authors: options.author }),
  ...(options.publishedFrom === undefined ? {} : { publishedFrom: options.publishedFrom }),
  ...(options.publishedTo === undefined ? {} : { publishedTo: options.publishedTo }),
  ...(options.doi === undefined ? {} : { doi: options.doi }),
  ...(options.pmid === undefined ? {} : { pmid: options.pmid }),
  ...(options.protocolNumber === undefined ? {} : { protocolNumber: options.protocolNumber }),
  ...(options.drug === undefined ? {} : { drug: options.drug }),
});
