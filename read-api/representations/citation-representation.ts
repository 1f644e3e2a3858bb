import { z } from 'zod';
import { type Citation, citationSchema } from '../../domain/consultation/citation.ts';
import { imageUrlsOf } from './figure-link.ts';
import { imageUrlsShape } from './image-urls-shape.ts';
import { pageImageLink, pageMarksLink } from './page-image-link.ts';

/** Most pages of a citation that are linked: a passage is a page or two long, and an answer quotes a few. */
const MAX_LINKS = 20;

const pageImage = z.object({
  page: z.int().min(1),
  chunkId: z.string(),
  image: z.string().meta({ description: 'The picture of the page with the passage marked.' }),
  marks: z
    .string()
    .meta({ description: 'Where on the page the passage stands: rectangles in shares of it.' }),
});

/** A citation, and where the pages that it quotes can be seen. */
export const citationRepresentation = citationSchema.extend({
  ...imageUrlsShape,
  pageImages: z.array(pageImage).optional().meta({
    description: 'The pages that it quotes, as pictures; absent for what is no document of this hospital.',
  }),
});

/** Adds the links, which follow from what is cited: nothing is looked up for them. */
export const toCitationRepresentation = (citation: Citation): z.input<typeof citationRepresentation> => {
  const { docKey, version, source, passages = [citation] } = citation;
  if (source !== undefined) return citation;
  const pageImages = passages
    .flatMap(({ chunkId, pages }) =>
      pages.map((page) => {
        const place = { docKey, version, chunkId };
        return { page, chunkId, image: pageImageLink(place, page), marks: pageMarksLink(place, page) };
      }),
    )
    .slice(0, MAX_LINKS);
  const figures = citation.passages?.flatMap((passage) => passage.figures ?? []);
  const shown = { ...citation, ...imageUrlsOf(citation, figures) };
  return pageImages.length === 0 ? shown : { ...shown, pageImages };
};
