import type { z } from 'zod';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Stores a value as JSON, sealed. Equal values of one subject made in the same way have the same address. */
export const storeJson = async (blobs: SealedBlobs, value: unknown, subject: string): Promise<string> =>
  (await blobs.putBytes(encoder.encode(JSON.stringify(value)), subject)).sha256;

/** Reads a JSON blob back and checks it against its schema. */
export const getJson = async <Schema extends z.ZodType>(
  blobs: SealedBlobs,
  sha256: string,
  subject: string,
  schema: Schema,
): Promise<z.output<Schema>> => schema.parse(JSON.parse(decoder.decode(await blobs.get(sha256, subject))));
