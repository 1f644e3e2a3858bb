import { z } from 'zod';

const aboutSchema = z.object({ subject: z.string().optional() });
const causeSchema = z.object({ causationId: z.string() });

/** The id of the command or event that caused an event, from its stored metadata (JSON). */
export const causeOfMetadata = (metadata: string): string | undefined =>
  causeSchema.safeParse(JSON.parse(metadata)).data?.causationId;

/** The data subject in an event's stored metadata (JSON), regardless of the version that wrote it. */
export const subjectOfMetadata = (metadata: string): string | undefined =>
  metadata.includes('"subject":') ? aboutSchema.safeParse(JSON.parse(metadata)).data?.subject : undefined;
