import type { z } from 'zod';
import type { BlobStore } from '../../ports/blob-store.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Stores a value as JSON. Equal values made in the same way have the same address. */
export const putJson = async (blobs: BlobStore, value: unknown): Promise<string> =>
  (await blobs.putBytes(encoder.encode(JSON.stringify(value)))).sha256;

/** Reads a JSON blob back and checks it against its schema. */
export const getJson = async <Schema extends z.ZodType>(
  blobs: BlobStore,
  sha256: string,
  schema: Schema,
): Promise<z.output<Schema>> => schema.parse(JSON.parse(decoder.decode(await blobs.get(sha256))));
