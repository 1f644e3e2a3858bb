import { z } from 'zod';
import { docKeySchema } from '../kernel/identifiers.ts';
import { sourceTypes, specialtySchema } from '../knowledge/source-type.ts';
import { sensitive } from '../privacy/sensitive.ts';

const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema.transform((value) => [value]), z.array(schema).min(1).max(50)]);

const name = z.string().min(1).max(200);
const year = z.int().min(1800).max(2200);

/** Narrows a search. Members combine by "and", the values of one member by "or". */
export const searchFiltersSchema = z.strictObject({
  /**
   * Documents whose title contains any of these, in whatever case. A title may name a patient: kept encrypted in the
   * log.
   */
  title: sensitive(oneOrMore(z.string().trim().min(1).max(200)), ['[erased]']).optional(),
  sourceType: oneOrMore(z.enum(sourceTypes)).optional(),
  specialty: oneOrMore(specialtySchema).optional(),
  docKey: oneOrMore(docKeySchema).optional(),
  agency: oneOrMore(name).optional(),
  stateCode: oneOrMore(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Documents in force from this day on (inclusive). Documents without a date never match a date filter. */
  effectiveFrom: z.iso.date().optional(),
  /** Documents in force up to this day (inclusive). */
  effectiveTo: z.iso.date().optional(),
  organization: oneOrMore(name).optional(),
  publisher: oneOrMore(name).optional(),
  /** Documents with any of these authors, as written in their metadata. A name: kept encrypted in the log. */
  authors: sensitive(oneOrMore(name), ['[erased]']).optional(),
  /** Published in this year or later. Documents without a year never match a filter of years. */
  publishedFrom: year.optional(),
  /** Published in this year or earlier. */
  publishedTo: year.optional(),
  /** In whatever case. */
  doi: oneOrMore(name).optional(),
  pmid: oneOrMore(z.string().regex(/^\d{1,9}$/)).optional(),
  /**
   * Passages that name any of these drugs, by whatever name of theirs. Typed by a person who may be treating one: kept
   * encrypted in the log.
   */
  drug: sensitive(oneOrMore(z.string().trim().min(1).max(100)), ['[erased]']).optional(),
  /** As the document's metadata has it or its text shows it, e.g. `1219-P`; in whatever case. */
  protocolNumber: oneOrMore(z.string().min(1).max(32)).optional(),
});
export type SearchFilters = z.output<typeof searchFiltersSchema>;
export type SearchFiltersInput = z.input<typeof searchFiltersSchema>;
