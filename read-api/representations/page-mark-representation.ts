import { z } from 'zod';
import { unlocatedLines } from './unlocated-lines.ts';

const share = z.number().min(0).max(1);

/** A part of a page. */
export const pageRectangle = z
  .object({
    page: z.int().min(1).meta({ description: 'From 1.' }),
    x: share,
    y: share,
    width: share,
    height: share,
  })
  .meta({
    id: 'PageRectangle',
    description:
      'A part of a page as it is shown, in shares of its width and height from the upper left corner.',
  });

/** The places of passages on a page. */
export const pageMarkRepresentation = z
  .object({
    page: z.int().min(1),
    pages: z.int().min(1).meta({ description: 'How many the document has.' }),
    sheet: z.int().min(1).meta({ description: 'Which sheet of the page the rectangles are on.' }),
    sheets: z.int().min(1).meta({
      description:
        'How many the page takes: one of a PDF; of other files each page is a text on as many sheets as it needs.',
    }),
    markedSheets: z.array(z.int().min(1)).readonly().meta({
      description: 'The sheets that contain a part of it: more than the one shown, for a long passage.',
    }),
    chunkId: z.string().meta({ description: 'The first passage that was asked for.' }),
    found: z.boolean().meta({
      description:
        'Whether anything of it was found on the page by its text; it is not on a scan, which has none.',
    }),
    rectangles: z.array(pageRectangle).readonly().meta({ description: 'One a line, in reading order.' }),
    unlocated: unlocatedLines,
    image: z.string().meta({ description: 'The page with these marked.' }),
  })
  .meta({ id: 'PageMarks' });
