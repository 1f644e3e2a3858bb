import { z } from 'zod';
import { settingsSchema } from '../../app/configuration/settings-schema.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The settings of the command line, which the server does not read. */
const cliSettings: readonly (readonly string[])[] = [
  ['`ANAMNESIS_URL`', 'string', 'the server on `DATA_DIR`', 'server for `npx anamnesis`; also `--url`'],
  [
    '`ANAMNESIS_CA`',
    'string',
    '–',
    "PEM file with that server's certification authority, if it is not a public one; also `--ca`",
  ],
  ['`ANAMNESIS_TOKEN`', 'string', '–', 'token for that server'],
];

const valuesOf = (schema: z.core.JSONSchema.BaseSchema): string => {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  const { minimum, maximum, exclusiveMinimum } = schema;
  const from = minimum ?? (exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`);
  const bounds = from === '' && maximum === undefined ? '' : ` ${from}…${maximum ?? ''}`;
  return `${schema.type ?? 'string'}${bounds}`;
};

/** Every environment variable. */
export const settingsCatalogue = (): string => {
  const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const property = properties[name];
    const described = typeof property === 'object' ? property : {};
    const unset = schema.safeParse(undefined);
    const fallback = unset.success ? unset.data : undefined;
    return [
      code(name),
      valuesOf(described),
      fallback === undefined ? '–' : code(String(fallback)),
      schema.description ?? '',
    ];
  });
  return `# Settings

Environment variables, read once at startup. An invalid value stops the start with a message that names the variable; an
empty value counts as not set.

${markdownTable(['variable', 'values', 'default', 'meaning'], [...rows, ...cliSettings])}`;
};
