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
  chunkId: z.string().meta({ description: 'The first passage that is quoted of it.' }),
  image: z.string().meta({ description: 'The picture of the page with the quoted lines marked.' }),
  marks: z
    .string()
    .meta({ description: 'The places of the quoted lines: rectangles in shares of the page.' }),
  rectangles: z.array(pageRectangle).readonly().optional().meta({
    description: 'The places of the quoted lines, one rectangle a line; present with `rectangles=true`.',
  }),
  unlocated: unlocatedLines.optional(),
  notLocated: z.enum(['gone', 'too-many', 'timeout', 'unavailable']).optional().meta({
    description:
      'Why the page was not looked at: its document or passage is gone, the answer quotes too many pages, it took too long, or it cannot be drawn now or for you.',
  }),
  sheet: z.int().min(1).optional().meta({
    description: 'Of a file without pages: on which sheet the rectangles are.',
  }),
});

/** A citation, and where the pages that it quotes can be seen. */
export const citationRepresentation = citationSchema
  .extend({
    ...imageUrlsShape,
    pageImages: z.array(pageImage).readonly().optional().meta({
      description:
        'The pages that it quotes, as pictures, each once; absent for what is no document of this hospital.',
    }),
  })
  .meta({ id: 'Citation' });

/** Adds the links, which follow from the cited source: nothing is looked up for them. */
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
