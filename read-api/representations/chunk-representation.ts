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
    live: z.boolean().meta({ description: 'Whether a search can find it.' }),
    title: z.string(),
    section: z.string(),
    contentType: z.enum(contentTypes),
    isTable: z.boolean(),
    figures: z.array(z.int()).optional().meta({
      description: 'Numbers of its figures: those within it, and those that it captions or refers to.',
    }),
    flowChart: z.literal(true).optional().meta({
      description: 'Present where it is the text of a flow chart: what leads to what is in the picture.',
    }),
    ...imageUrlsShape,
    pages: z.array(z.int()).meta({ description: 'From 1.' }),
    tokens: z.int().optional().meta({ description: 'Length in cl100k_base tokens.' }),
    start: z.int().optional().meta({ description: 'First character in the cleaned text of the document.' }),
    end: z.int().optional().meta({ description: 'After the last character.' }),
    indexedAt: z.string().optional().meta({ description: 'When its version became complete.' }),
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
