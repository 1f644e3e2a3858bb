import { z } from 'zod';
import type { Cache } from '../../../ports/cache.ts';

type RememberServices = {
  readonly cache: Cache;
  /** A hash keyed by the installation, so that guesses of the question cannot be compared with it. */
  readonly keyOf: (text: string) => string;
};

type Asked = {
  readonly tool: string;
  /** The asker: findings are cached per person. */
  readonly user: string;
  readonly arguments: object;
};

/** Returns what the same person's same question found within the hour, or searches now. */
export type RememberResult = <Result>(
  asked: Asked,
  schema: z.ZodType<Result>,
  find: () => Promise<Result>,
) => Promise<Result>;

/** The same as for evidence (failure matrix, "External Tools"). */
const REMEMBERED_MS = 3_600_000;
/** Increase it when entries of earlier versions must not be read. */
const FORMAT = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const parsed = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** Caches answers of external services. A cache that fails, or whose content cannot be read, is skipped. */
export const createRememberResult =
  ({ cache, keyOf }: RememberServices): RememberResult =>
  async ({ tool, user, arguments: args }, schema, find) => {
    const key = `tool:${keyOf(JSON.stringify([FORMAT, tool, user, args]))}`;
    const bytes = await cache.get(key).catch(() => undefined);
    const known = bytes && parsed.pipe(schema).safeParse(decoder.decode(bytes));
    if (known?.success) return known.data;
    const found = await find();
    await cache.set(key, encoder.encode(JSON.stringify(found)), REMEMBERED_MS).catch(() => {});
    return found;
  };
