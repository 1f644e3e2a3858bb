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
      'A rectangle on the page as displayed, in fractions of its width and height from the upper left corner.',
  });

/** The places of passages on a page. */
export const pageMarkRepresentation = z
  .object({
    page: z.int().min(1),
    pages: z.int().min(1).meta({ description: 'The number of pages in the document.' }),
    sheet: z.int().min(1).meta({ description: 'The sheet of the page that the rectangles are on.' }),
    sheets: z.int().min(1).meta({
      description:
        'The number of sheets of the page: one for a PDF; in other files the text of a page fills as many as it needs.',
    }),
    markedSheets: z.array(z.int().min(1)).readonly().meta({
      description: 'The sheets that contain a part of it: several for a long passage.',
    }),
    chunkId: z.string().meta({ description: 'The first requested passage.' }),
    found: z.boolean().meta({
      description: 'True if any of it was found on the page by its text; never on a scan, which has none.',
    }),
    rectangles: z.array(pageRectangle).readonly().meta({ description: 'One per line, in reading order.' }),
    unlocated: unlocatedLines,
    image: z.string().meta({ description: 'The page image with these marks.' }),
  })
  .meta({ id: 'PageMarks' });
