import { z } from 'zod';
import { chunkSchema } from './chunk.ts';

/** The chunks of one document version as they are stored in a blob. */
export const publishedChunksSchema = z.strictObject({ chunks: z.array(chunkSchema).min(1) });
