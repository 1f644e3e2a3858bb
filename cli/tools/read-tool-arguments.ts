import { isRecord } from '../../domain/kernel/is-record.ts';
import type { JsonObject } from '../../domain/kernel/json-object.ts';
import { usageError } from '../cli-error.ts';
import { plainLine } from '../plain-text.ts';

/** One argument of a tool, from its JSON Schema. */
export type ToolArgument = {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'yes or no' | 'list' | 'JSON';
  readonly required: boolean;
  readonly description: string;
  readonly choices: readonly string[];
  /** The default, as it would be typed; undefined if there is none. */
  readonly standard: string | undefined;
  /** Whether the members of a list are numbers. */
  readonly numbers: boolean;
};

const isNumber = (type: unknown): boolean => type === 'number' || type === 'integer';

const kindOf = ({ type }: JsonObject): ToolArgument['kind'] => {
  if (isNumber(type)) return 'number';
  if (type === 'boolean') return 'yes or no';
  if (type === 'array') return 'list';
  return type === 'string' ? 'text' : 'JSON';
};

/** The first alternative of a union, which may have several or be nullable; other schemas are returned unchanged. */
const firstForm = (schema: JsonObject): JsonObject => {
  const forms: unknown = schema.anyOf;
  const [first] = Array.isArray(forms) ? forms : [];
  return isRecord(first) ? { ...first, ...schema } : schema;
};

/** The arguments of a tool, in the order of its schema. */
export const argumentsOf = (schema: JsonObject): readonly ToolArgument[] => {
  const { properties, required } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isRecord(member)) return [];
    const form = firstForm(member);
    const items = isRecord(form.items) ? form.items : {};
    const choices: unknown = form.enum ?? items.enum;
    return [
      {
        name,
        kind: Array.isArray(form.enum) ? ('text' as const) : kindOf(form),
        required: names.includes(name) && form.default === undefined,
        description: typeof form.description === 'string' ? form.description : '',
        choices: Array.isArray(choices) ? choices.map(String) : [],
        standard: form.default === undefined ? undefined : JSON.stringify(form.default),
        numbers: isNumber(items.type),
      },
    ];
  });
};

const YES = ['true', 'yes', 'y'];
const NO = ['false', 'no', 'n'];

const numberOf = (text: string, name: string): number => {
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw usageError(`${name} must be a number.`, 'Use a decimal point and no unit.');
};

const jsonOf = (text: string, name: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(
      `${name} must be JSON.`,
      'If the shell changes the quotes, put all arguments into a file and use --arguments-file.',
    );
  }
};

const typedValue = ({ name, kind, numbers }: ToolArgument, text: string): unknown => {
  switch (kind) {
    case 'number':
      return numberOf(text, name);
    case 'yes or no': {
      const word = text.toLowerCase();
      if (YES.includes(word) || NO.includes(word)) return YES.includes(word);
      throw usageError(`${name} must be yes or no.`);
    }
    case 'list': {
      // Members that contain commas, and lists of records, are given as JSON.
      if (text.startsWith('[')) return jsonOf(text, name);
      const members = text.split(',').map((member) => member.trim());
      return numbers ? members.map((member) => numberOf(member, name)) : members;
    }
    case 'JSON':
      return jsonOf(text, name);
    default:
      return text;
  }
};

const listed = (known: readonly ToolArgument[]): string =>
  known.length === 0
    ? 'The tool takes no arguments.'
    : `The arguments are ${known.map(({ name }) => name).join(', ')}.`;

/**
 * Reads `name=value …` into the arguments of a tool, each with the type of its schema.
 *
 * @throws CliError that names the invalid, missing or unknown arguments
 */
export const readToolArguments = (
  tool: string,
  known: readonly ToolArgument[],
  given: readonly string[],
  json: { readonly text: string; readonly from: string } | undefined,
): JsonObject => {
  const whole = json === undefined ? {} : jsonOf(json.text, json.from);
  if (!isRecord(whole)) throw usageError(`${json?.from} must be a JSON object.`);
  const read: Record<string, unknown> = { ...whole };
  for (const word of given) {
    const at = word.indexOf('=');
    const name = at < 0 ? word : word.slice(0, at);
    const argument = known.find((one) => one.name === name);
    if (at < 0)
      throw usageError(`"${plainLine(word)}" is not an argument.`, `Use <name>=<value>. ${listed(known)}`);
    if (!argument) throw usageError(`${tool} has no argument "${plainLine(name)}".`, listed(known));
    read[name] = typedValue(argument, word.slice(at + 1).trim());
  }
  const missing = known.filter(({ name, required }) => required && !(name in read));
  if (missing.length > 0)
    throw usageError(
      `${tool} needs ${missing.map(({ name }) => `${name}=…`).join(' ')}`,
      `"npx anamnesis tools show ${tool}" describes its arguments.`,
    );
  return read;
};
