import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { contentTypes } from '../../domain/knowledge/chunk.ts';
import type { ChunkDto } from '../../projections/search/list-chunks.ts';
import { imageUrlsOf } from './figure-link.ts';
import { imageUrlsShape } from './image-urls-shape.ts';

/** A chunk of a document version. */
export const chunkRepresentation = z
  .object({
    chunkId: z.string(),
    index: z.int().meta({ description: 'Order in the document, from 0.' }),
    live: z.boolean().meta({ description: 'True if searches can find it.' }),
    title: z.string(),
    section: z.string(),
    contentType: z.enum(contentTypes),
    isTable: z.boolean(),
    figures: z.array(z.int()).optional().meta({
      description: 'Numbers of the figures that it contains, captions or refers to.',
    }),
    flowChart: z.literal(true).optional().meta({
      description: 'Present if it is the text of a flow chart: the connections are only in the picture.',
    }),
    ...imageUrlsShape,
    pages: z.array(z.int()).meta({ description: 'From 1.' }),
    tokens: z.int().optional().meta({ description: 'Length in cl100k_base tokens.' }),
    start: z
      .int()
      .optional()
      .meta({ description: "Offset of its first character in the document's cleaned text." }),
    end: z.int().optional().meta({ description: 'Offset after its last character.' }),
    indexedAt: z
      .string()
      .optional()
      .meta({ description: 'The time at which its version was fully indexed.' }),
    text: z.string(),
  })
  .meta({ id: 'Chunk' });

export const toChunkRepresentation = (chunk: ChunkDto): z.input<typeof chunkRepresentation> => ({
  chunkId: chunk.chunkId,
  index: chunk.index,
  live: chunk.live,
  title: chunk.title,
  section: chunk.sectionPath.join(' > '),
  contentType: chunk.contentType,
  isTable: chunk.isTable,
  ...omitUndefined({
    figures: chunk.figures === undefined ? undefined : [...chunk.figures],
    flowChart: chunk.flowChart,
  }),
  ...imageUrlsOf(chunk, chunk.figures),
  pages: Array.from({ length: chunk.lastPage - chunk.firstPage + 1 }, (_, at) => chunk.firstPage + at),
  tokens: chunk.tokens,
  start: chunk.start,
  end: chunk.end,
  indexedAt: chunk.indexedAt,
  text: chunk.text,
});
