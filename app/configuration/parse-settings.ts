import { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';
import { wrongEnvironment } from './configuration-error.ts';
import { settingsSchema } from './settings-schema.ts';

/** All effective settings, by the names of their variables. */
export type Settings = z.output<typeof settingsSchema>;

/** The settings that are whole numbers. Number() would also accept ` +3e3`, which is always a mistake. */
const wholeNumbers = Object.entries(
  z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
).flatMap(([name, property]) => (typeof property === 'object' && property.type === 'integer' ? [name] : []));

/**
 * Validates each variable that is set.
 *
 * @throws ConfigurationError that names each invalid variable; never its value, which may be a secret
 */
export const parseSettings = (set: Readonly<Record<string, string | undefined>>): Settings => {
  const odd = wholeNumbers.filter((name) => set[name] !== undefined && !wholeNumberText.test(set[name]));
  if (odd.length > 0)
    throw wrongEnvironment(...odd.map((name) => `${name} must be a whole number, written only with digits`));
  const parsed = settingsSchema.safeParse(set, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw wrongEnvironment(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
};
