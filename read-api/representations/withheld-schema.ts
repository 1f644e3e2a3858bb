import { z } from 'zod';
import { withholdingReasons } from '../../domain/indexing/withheld-embedding.ts';

/** The embedding models that a document version was kept from. */
export const withheldSchema = z
  .array(z.object({ model: z.string(), reason: z.enum(withholdingReasons) }))
  .readonly()
  .meta({
    description:
      'Embedding models outside the premises that it was kept from because it holds PHI, `marked` by its uploader or found by the screen. While one of them is in use, it is found by its words.',
  });
