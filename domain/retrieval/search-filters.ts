import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sourceTypes, specialtySchema } from '../knowledge/source-type.ts';

const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema.transform((value) => [value]), z.array(schema).min(1).max(50)]);

/** Narrows a search. Members combine by "and", the values of one member by "or". */
export const searchFiltersSchema = z.strictObject({
  sourceType: oneOrMore(z.enum(sourceTypes)).optional(),
  specialty: oneOrMore(specialtySchema).optional(),
  docKey: oneOrMore(docKeySchema).optional(),
  agency: oneOrMore(z.string().min(1).max(200)).optional(),
  stateCode: oneOrMore(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Documents in force from this day on (inclusive). Documents without a date never match a date filter. */
  effectiveFrom: z.iso.date().optional(),
  /** Documents in force up to this day (inclusive). */
  effectiveTo: z.iso.date().optional(),
});
export type SearchFilters = z.output<typeof searchFiltersSchema>;
export type SearchFiltersInput = z.input<typeof searchFiltersSchema>;
