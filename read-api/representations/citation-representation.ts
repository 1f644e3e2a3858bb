import { z } from 'zod';
import { type Citation, citationSchema } from '../../domain/consultation/citation.ts';
import { imageUrlsOf } from './figure-link.ts';
import { imageUrlsShape } from './image-urls-shape.ts';
import { pageImageLink, pageMarksLink } from './page-image-link.ts';
import { pageRectangle } from './page-mark-representation.ts';
import { quotedPages } from './quoted-pages.ts';
import { unlocatedLines } from './unlocated-lines.ts';

const pageImage = z.object({
  page: z.int().min(1),
  chunkId: z.string().meta({ description: 'The first passage quoted from it.' }),
  image: z.string().meta({ description: 'The picture of the page with the quoted lines marked.' }),
  marks: z
    .string()
    .meta({ description: 'The positions of the quoted lines: rectangles as fractions of the page.' }),
  rectangles: z.array(pageRectangle).readonly().optional().meta({
    description: 'The positions of the quoted lines, one rectangle per line; present with `rectangles=true`.',
  }),
  unlocated: unlocatedLines.optional(),
  notLocated: z.enum(['gone', 'too-many', 'timeout', 'unavailable']).optional().meta({
    description:
      'Why the page was not examined: its document or passage is gone, the answer quotes too many pages, it took too long, or it cannot be drawn now or for you.',
  }),
  sheet: z.int().min(1).optional().meta({
    description: 'For a file without pages: the sheet that the rectangles are on.',
  }),
});

/** A citation with links to its quoted pages. */
export const citationRepresentation = citationSchema
  .extend({
    ...imageUrlsShape,
    pageImages: z.array(pageImage).readonly().optional().meta({
      description: 'Images of the quoted pages, each once; absent for external sources.',
    }),
  })
  .meta({ id: 'Citation' });

/** Adds the links, which derive from the cited source without any lookup. */
export const toCitationRepresentation = (citation: Citation): z.input<typeof citationRepresentation> => {
  const { docKey, version, source, passages = [] } = citation;
  if (source !== undefined) return citation;
  const pageImages = quotedPages(citation).map(({ page, highlights }) => {
    const place = { docKey, version, highlights };
    return {
      page,
      chunkId: highlights[0].chunkId,
      image: pageImageLink(place, page),
      marks: pageMarksLink(place, page),
    };
  });
  const figures = passages.flatMap((passage) => passage.figures ?? []);
  const shown = { ...citation, ...imageUrlsOf(citation, figures) };
  return pageImages.length === 0 ? shown : { ...shown, pageImages };
};
