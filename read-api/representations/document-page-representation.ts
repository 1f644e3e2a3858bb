import { z } from 'zod';
import { readMethods } from '../../domain/knowledge/extracted-page.ts';

/** The definition of character offsets, shared by every span. */
export const cleanedCoordinates =
  'in the cleaned text of the whole document, counted in UTF-16 code units from 0, as the spans of chunks are';

const facts = {
  page: z.int().meta({ description: 'From 1. A file without pages is one page.' }),
  readBy: z.enum(readMethods).meta({ description: 'How the text was extracted.' }),
  ocrConfidence: z
    .number()
    .optional()
    .meta({ description: 'Mean confidence of OCR, from 0 to 1; OCR only.' }),
  start: z
    .int()
    .optional()
    .meta({ description: `The start of the page ${cleanedCoordinates}. Absent until it is cleaned.` }),
  end: z.int().optional().meta({ description: 'Offset after its last character, likewise.' }),
};

/** One page in a list, without its text. */
export const documentPageSummary = z
  .object({ ...facts, characters: z.int().meta({ description: 'Length of the text as extracted.' }) })
  .meta({ id: 'DocumentPageSummary' });

/** One page with its text. */
export const documentPageRepresentation = z
  .object({
    ...facts,
    pages: z.int().meta({ description: 'The number of pages in the document.' }),
    text: z.string().meta({ description: 'As extracted from the file.' }),
    cleanedText: z.string().optional().meta({
      description: 'The text without running heads, from which chunks are cut. Absent until it is cleaned.',
    }),
    cut: z.boolean().optional().meta({
      description:
        'True if the page is too long for one response: …/text has all of the cleaned text, …/file everything.',
    }),
    tables: z
      .array(z.object({ line: z.int(), columns: z.array(z.tuple([z.int(), z.int()])) }))
      .optional()
      .meta({
        description: 'First line of each table in `text`, from 0, and the edges of its columns in points.',
      }),
  })
  .meta({ id: 'DocumentPage' });

/** A part of the cleaned text. */
export const documentTextRepresentation = z
  .object({
    start: z.int().meta({ description: `First character ${cleanedCoordinates}.` }),
    end: z.int().meta({ description: 'Offset after its last character.' }),
    length: z.int().meta({ description: 'Length of the whole cleaned text.' }),
    text: z.string(),
  })
  .meta({ id: 'DocumentText' });
