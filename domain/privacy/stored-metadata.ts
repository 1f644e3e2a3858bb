import { z } from 'zod';

const aboutSchema = z.object({ subject: z.string().optional() });
const causeSchema = z.object({ causationId: z.string() });

/** The command or event that caused an event, from its stored metadata (JSON). */
export const causeOfMetadata = (metadata: string): string | undefined =>
  causeSchema.safeParse(JSON.parse(metadata)).data?.causationId;

/** The data subject in the stored metadata (JSON) of an event, whatever version wrote it. */
export const subjectOfMetadata = (metadata: string): string | undefined =>
  metadata.includes('"subject":') ? aboutSchema.safeParse(JSON.parse(metadata)).data?.subject : undefined;
