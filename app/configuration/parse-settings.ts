import { z } from 'zod';
import { plainIssue } from '../../domain/kernel/plain-issue.ts';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';
import { wrongEnvironment } from './configuration-error.ts';
import { settingsSchema } from './settings-schema.ts';

/** All settings as they are in force, by the names of their variables. */
export type Settings = z.output<typeof settingsSchema>;

/** Settings that are whole numbers. Converting would also accept ` +3e3`, which is always a mistake. */
const wholeNumbers = Object.entries(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
).flatMap(([name, property]) => (typeof property === 'object' && property.type === 'integer' ? [name] : []));

/**
 * Validates the variables that are set, each by itself.
 *
 * @throws ConfigurationError that names each wrong variable; never its value, which may be a secret
 */
export const parseSettings = (set: Readonly<Record<string, string | undefined>>): Settings => {
  const odd = wholeNumbers.filter((name) => set[name] !== undefined && !wholeNumberText.test(set[name]));
  if (odd.length > 0)
    throw wrongEnvironment(...odd.map((name) => `${name} must be a whole number, in digits alone`));
  const parsed = settingsSchema.safeParse(set, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw wrongEnvironment(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
};
