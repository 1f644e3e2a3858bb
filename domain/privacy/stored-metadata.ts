import { z } from 'zod';

const aboutSchema = z.object({ subject: z.string().optional() });
const causeSchema = z.object({ causationId: z.string() });

/** The command or event that led to an event, as its stored metadata (JSON) name it. */
export const causeOfMetadata = (metadata: string): string | undefined =>
  causeSchema.safeParse(JSON.parse(metadata)).data?.causationId;

/** The data subject that the stored metadata of an event (JSON) name, whatever version wrote them. */
export const subjectOfMetadata = (metadata: string): string | undefined =>
  metadata.includes('"subject":') ? aboutSchema.safeParse(JSON.parse(metadata)).data?.subject : undefined;
