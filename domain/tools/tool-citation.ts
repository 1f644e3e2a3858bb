import { z } from 'zod';

/** A citable source of a result. */
export const toolCitationSchema = z.strictObject({
  text: z.string().max(2000),
  /** E.g. `pubmed`, `openfda`, `knowledge_base`. */
  sourceType: z.string().min(1).max(64),
  sourceTitle: z.string().min(1).max(1000),
  /** A web page for people, http or https only: it becomes a link. */
  sourceUrl: z.string().max(2048).optional(),
  relevanceScore: z.number().min(0).max(1).optional(),
  metadata: z.record(z.string().max(64), z.union([z.string().max(2000), z.number(), z.boolean()])).optional(),
});
export type ToolCitation = Readonly<z.output<typeof toolCitationSchema>>;

/** Far more than anyone reads. */
export const MAX_TOOL_CITATIONS = 100;
