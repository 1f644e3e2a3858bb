import { z } from 'zod';
import { sha256Schema, uuidSchema } from '../../../domain/kernel/identifiers.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { StoredClaim, WrappedKey } from '../../../ports/stored-installation.ts';
import { readLines } from './read-lines.ts';

const instant = z.iso.datetime();

/** The line format of stored data, in a backup and over HTTP alike: one JSON object per line. */
export const storedEventSchema = z.strictObject({
  position: z.int().min(1),
  streamId: z.string().min(1),
  revision: z.int().min(0),
  id: uuidSchema,
  type: z.string().min(1),
  schemaVersion: z.int(),
  recordedAt: instant,
  data: z.string(),
  metadata: z.string(),
}) satisfies z.ZodType<StoredEvent>;

export const wrappedKeySchema = z.strictObject({
  subjectHash: sha256Schema,
  wrappedKey: z.base64().nullable(),
  createdAt: instant,
  destroyedAt: instant.nullable(),
}) satisfies z.ZodType<WrappedKey>;

export const storedClaimSchema = z.strictObject({
  scope: z.string(),
  fingerprint: z.string(),
  commandId: uuidSchema,
  answer: z.string().nullable(),
  createdAt: instant,
}) satisfies z.ZodType<StoredClaim>;

/** Serializes items, one per line. */
export const toLines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** The most items and characters in a page. */
const PAGE_ITEMS = 1000;
const PAGE_CHARACTERS = 4 * 1024 * 1024;

const parseLine = <Schema extends z.ZodType>(
  line: string,
  number: number,
  schema: Schema,
): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    // The parser's own message would quote the line.
    throw new RangeError(`Line ${number} is invalid.`);
  }
};

/**
 * Parses items, in pages.
 *
 * @throws RangeError that names the line, without its content, when a line does not match the schema
 */
export async function* fromLines<Schema extends z.ZodType>(
  content: AsyncIterable<Uint8Array>,
  schema: Schema,
): AsyncGenerator<readonly z.output<Schema>[]> {
  let page: z.output<Schema>[] = [];
  let characters = 0;
  let number = 0;
  for await (const lines of readLines(content)) {
    for (const line of lines) {
      number += 1;
      page.push(parseLine(line, number, schema));
      characters += line.length;
      if (page.length < PAGE_ITEMS && characters < PAGE_CHARACTERS) continue;
      yield page;
      page = [];
      characters = 0;
    }
  }
  if (page.length > 0) yield page;
}
