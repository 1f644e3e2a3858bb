import type { Command } from 'commander';
import { z } from 'zod';
import { docKeySchema } from '../../../domain/kernel/identifiers.ts';
import { sourceTypeSchema, sourceTypes, specialtySchema } from '../../../domain/knowledge/source-type.ts';
import type { SearchFiltersInput } from '../../../domain/retrieval/search-filters.ts';
import { collect, listOf } from './parse-options.ts';

const day = z.iso.date('must be a day such as 2025-01-31');

/** The shape of the options that narrow a search. */
export const searchFilterShape = {
  sourceType: listOf(sourceTypeSchema).optional(),
  specialty: listOf(specialtySchema).optional(),
  agency: z.array(z.string().min(1).max(200)).optional(),
  state: listOf(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as CA')).optional(),
  docKey: listOf(docKeySchema).optional(),
  effectiveFrom: day.optional(),
  effectiveTo: day.optional(),
};

/** Adds the options that narrow a search. */
export const addSearchFilters = (command: Command): Command =>
  command
    .option('--source-type <types>', `only these kinds of sources: ${sourceTypes.join(', ')}`, collect)
    .option('--specialty <names>', 'only these specialties, e.g. emergency_medicine,cardiology', collect)
    .option('--agency <name>', 'only documents of this agency; may be repeated', collect)
    .option('--state <codes>', 'only documents of these states, e.g. CA', collect)
    .option('--doc-key <keys>', 'only these documents', collect)
    .option('--effective-from <day>', 'only documents in force from this day on, e.g. 2024-01-01')
    .option('--effective-to <day>', 'only documents in force up to this day');

/** The options as the API takes them. */
export const searchFiltersOf = (
  options: z.output<z.ZodObject<typeof searchFilterShape>>,
): SearchFiltersInput => ({
  ...(options.sourceType === undefined ? {} : { sourceType: options.sourceType }),
  ...(options.specialty === undefined ? {} : { specialty: options.specialty }),
  ...(options.agency === undefined ? {} : { agency: options.agency }),
  ...(options.state === undefined ? {} : { stateCode: options.state }),
  ...(options.docKey === undefined ? {} : { docKey: options.docKey }),
  ...(options.effectiveFrom === undefined ? {} : { effectiveFrom: options.effectiveFrom }),
  ...(options.effectiveTo === undefined ? {} : { effectiveTo: options.effectiveTo }),
});
