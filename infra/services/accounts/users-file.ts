import { open } from 'node:fs/promises';
import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isAccessibleToOthers } from '../../installation/environment/is-accessible-to-others.ts';
import { parseJson } from '../outside/parse-json.ts';

/** An account on a server and its password. */
export type Login = { readonly username: string; readonly password: string };

/** The file of personal accounts, and its purpose. */
export type UsersFile = {
  readonly path: string;
  /** The variable that names the file. */
  readonly variable: string;
  readonly component: string;
};

/** In bytes: 10,000 people at 100 bytes each. */
const MAX_FILE = 1_000_000;

const usersSchema = z.record(
  z.string().min(1).max(256),
  z.strictObject({
    username: z
      .string()
      .min(1)
      .max(256)
      .regex(/^[^\p{Cc}:]+$/u),
    password: z.string().min(1).max(1000),
  }),
);

/**
 * Reads a person's own account from the file: `{"<person>": {"username": "…", "password": "…"}}`. The file is
 * read on every call, so changes need no restart. Rejects with `unavailable` when the file is unusable or
 * open to users other than its owner; the message contains nothing from the file.
 */
export const ownLoginOf = async (
  { path, variable, component }: UsersFile,
  user: string,
): Promise<Login | undefined> => {
  const unusable = (what: string): Failure =>
    new Failure(failure('unavailable', `${variable} ${what}.`, { component }));
  const file = await open(path, 'r').catch(() => {
    throw unusable('cannot be opened');
  });
  try {
    const stats = await file.stat();
    const { size } = stats;
    if (isAccessibleToOthers(stats, process.getuid?.()))
      throw unusable('is open to other users; restrict it with chmod 600');
    if (size > MAX_FILE) throw unusable(`has more than ${MAX_FILE} bytes`);
    const parsed = usersSchema.safeParse(parseJson(await file.readFile('utf8')));
    if (!parsed.success) throw unusable('does not hold a username and a password for each person, as JSON');
    return new Map(Object.entries(parsed.data)).get(user);
  } finally {
    await file.close();
  }
};
