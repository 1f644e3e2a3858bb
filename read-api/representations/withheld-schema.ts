import { z } from 'zod';
import { withholdingReasons } from '../../domain/indexing/withheld-embedding.ts';

/** The embedding models from which a document version was withheld. */
export const withheldSchema = z
  .array(z.object({ model: z.string(), reason: z.enum(withholdingReasons) }))
  .readonly()
  .meta({
    description:
      'Embedding models outside the premises from which it was withheld because it contains PHI, `marked` by its uploader or found by screening. While one of them is in use, only word search finds it.',
  });
