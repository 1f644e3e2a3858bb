import { z } from 'zod';

const aboutSchema = z.object({ subject: z.string().optional() });

/** The data subject that the stored metadata of an event (JSON) name, whatever version wrote them. */
export const subjectOfMetadata = (metadata: string): string | undefined =>
  metadata.includes('"subject":') ? aboutSchema.safeParse(JSON.parse(metadata)).data?.subject : undefined;
