import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { type Figure, figureKinds } from '../../domain/knowledge/figure.ts';
import { figureLink } from './figure-link.ts';

const share = z.number();

/** A figure of a document version. */
export const figureRepresentation = z
  .object({
    figure: z
      .int()
      .meta({ description: 'Its number in the document, from 1; not the number in its caption.' }),
    page: z.int().meta({ description: 'From 1. A file without pages is one page.' }),
    kind: z.enum(figureKinds).meta({
      description: 'Show a `flow_chart` as a picture: its connections are only there.',
    }),
    caption: z.string().optional(),
    width: z.int().meta({ description: 'Size of the picture in pixels.' }),
    height: z.int(),
    box: z
      .object({ x: share, y: share, width: share, height: share })
      .optional()
      .meta({ description: 'Its position, as fractions of the page from its upper left corner.' }),
    url: z.string().meta({ description: 'Its picture (PNG).' }),
  })
  .meta({ id: 'Figure' });

export const toFigureRepresentation = (
  { page, kind, caption, width, height, box }: Figure,
  number: number,
  place: { readonly docKey: string; readonly version: number },
): z.input<typeof figureRepresentation> => ({
  figure: number,
  page,
  kind,
  ...omitUndefined({ caption }),
  width,
  height,
  ...omitUndefined({ box }),
  url: figureLink(place, number),
});
