import type { z } from 'zod';
import { isRecord } from '../kernel/is-record.ts';
import { sensitiveMark, unwrapSchema } from './sensitive.ts';

/**
 * The sensitive fields of a schema, compiled once. Only branches that lead to a marked field are kept, so that
 * storing values of a schema without marks costs nothing.
 */
export type SensitivePaths =
  | { readonly kind: 'sealed'; readonly erasedAs: unknown }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, SensitivePaths> }
  /** Every member that `except` does not list: records, and the catch-all of an object. */
  | { readonly kind: 'members'; readonly except: ReadonlySet<string>; readonly each: SensitivePaths }
  | {
      readonly kind: 'array';
      readonly first: readonly (SensitivePaths | undefined)[];
      readonly rest: SensitivePaths | undefined;
    }
  | { readonly kind: 'union'; readonly options: readonly UnionOption[] }
  | { readonly kind: 'all'; readonly parts: readonly SensitivePaths[] };

type UnionOption = {
  readonly accepts: (value: unknown) => boolean;
  readonly paths: SensitivePaths | undefined;
};

/** Returns the replacement of one sensitive value. `pointer` is its location as a JSON Pointer (RFC 6901). */
type ReplaceSensitive = (value: unknown, pointer: string, erasedAs: unknown) => unknown;

type Schema = z.core.$ZodType;

const accepts =
  (schema: Schema) =>
  (value: unknown): boolean => {
    const outcome = schema._zod.run({ value, issues: [] }, { async: false });
    return !(outcome instanceof Promise) && outcome.issues.length === 0;
  };

const childSchemas = (schema: z.core.$ZodTypes): readonly Schema[] => {
  const def = schema._zod.def;
  switch (def.type) {
    case 'object':
      return def.catchall ? [...Object.values(def.shape), def.catchall] : Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'tuple':
      return def.rest ? [...def.items, def.rest] : def.items;
    case 'record':
    case 'map':
      return [def.keyType, def.valueType];
    case 'set':
      return [def.valueType];
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    case 'promise':
      return [def.innerType];
    default:
      return [];
  }
};

/** zod types children by their base class; every actual schema is one of `$ZodTypes`. */
const known = (schema: Schema): z.core.$ZodTypes => unwrapSchema(schema) as z.core.$ZodTypes;

const holdsMark = (schema: Schema, seen: Set<Schema> = new Set()): boolean => {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (sensitiveMark(schema)) return true;
  return childSchemas(known(schema)).some((child) => holdsMark(child, seen));
};

const together = (parts: readonly (SensitivePaths | undefined)[]): SensitivePaths | undefined => {
  const present = parts.filter((part) => part !== undefined);
  return present.length > 1 ? { kind: 'all', parts: present } : present[0];
};

type Compile = (schema: Schema) => SensitivePaths | undefined;

const compileObject = (def: z.core.$ZodObjectDef, compile: Compile): SensitivePaths | undefined => {
  const members = new Map<string, SensitivePaths>();
  for (const [name, member] of Object.entries(def.shape)) {
    const paths = compile(member);
    if (paths) members.set(name, paths);
  }
  const others = def.catchall && compile(def.catchall);
  return together([
    members.size > 0 ? { kind: 'object', members } : undefined,
    others && { kind: 'members', except: new Set(Object.keys(def.shape)), each: others },
  ]);
};

const compileArray = (
  items: readonly Schema[],
  rest: Schema | null,
  compile: Compile,
): SensitivePaths | undefined => {
  const first = items.map((item) => compile(item));
  const others = rest ? compile(rest) : undefined;
  return others || first.some((paths) => paths) ? { kind: 'array', first, rest: others } : undefined;
};

const compileUnion = (schemas: readonly Schema[], compile: Compile): SensitivePaths | undefined => {
  const options = schemas.map((option) => ({
    accepts: accepts(option),
    paths: compile(option),
  }));
  return options.some((option) => option.paths) ? { kind: 'union', options } : undefined;
};

const compileRecord = (def: z.core.$ZodRecordDef, compile: Compile): SensitivePaths | undefined => {
  if (holdsMark(def.keyType)) throw new Error('A record key cannot be sensitive: mark the whole record.');
  const each = compile(def.valueType);
  return each && { kind: 'members', except: new Set(), each };
};

/**
 * The output of a pipe is what gets stored. After a transform, the location of a mark is unknown unless the mark
 * covers the whole value.
 */
const compilePipe = (def: z.core.$ZodPipeDef, compile: Compile): SensitivePaths | undefined => {
  const mark = sensitiveMark(def.in);
  if (mark) return { kind: 'sealed', erasedAs: mark.erasedAs };
  const paths = compile(def.out);
  if (!paths && holdsMark(def.in)) {
    throw new Error('A sensitive field inside a transformed value would be lost: mark the whole value.');
  }
  return paths;
};

const compileWithin = (schema: Schema, ancestors: readonly Schema[]): SensitivePaths | undefined => {
  const mark = sensitiveMark(schema);
  if (mark) {
    if (!accepts(schema)(mark.erasedAs)) {
      throw new Error('The value that stands for an erased field does not satisfy the schema of the field.');
    }
    return { kind: 'sealed', erasedAs: mark.erasedAs };
  }
  const inner = known(schema);
  if (ancestors.includes(inner)) {
    if (holdsMark(inner)) throw new Error('A sensitive field inside a recursive schema is not supported.');
    return undefined;
  }
  const compile: Compile = (child) => compileWithin(child, [...ancestors, inner]);
  const def = inner._zod.def;
  switch (def.type) {
    case 'object':
      return compileObject(def, compile);
    case 'array':
      return compileArray([], def.element, compile);
    case 'tuple':
      return compileArray(def.items, def.rest, compile);
    case 'record':
      return compileRecord(def, compile);
    case 'union':
      return compileUnion(def.options, compile);
    case 'intersection':
      return together([compile(def.left), compile(def.right)]);
    case 'pipe':
      return compilePipe(def, compile);
    default:
      if (holdsMark(inner))
        throw new Error(`A sensitive field inside a ${def.type} schema is not supported.`);
      return undefined;
  }
};

/**
 * Collects the paths to a schema's sensitive fields; `undefined` if there are none. Throws, as a programming error,
 * for a mark whose location in stored JSON cannot be determined, and for an `erasedAs` that the schema rejects.
 */
export const compileSensitivePaths = (schema: Schema): SensitivePaths | undefined =>
  compileWithin(schema, []);

const pointerTo = (parent: string, name: string): string =>
  `${parent}/${name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name}`;

/**
 * Replaces every sensitive value that is present by `replace(…)`, and keeps everything else, including the order of
 * members. The value must be an output of the schema; it is not modified, and parts of it are shared.
 */
export const mapSensitive = (
  paths: SensitivePaths,
  value: unknown,
  replace: ReplaceSensitive,
  pointer = '',
): unknown => {
  if (value === undefined) return undefined;
  switch (paths.kind) {
    case 'sealed':
      return replace(value, pointer, paths.erasedAs);
    case 'object':
      return isRecord(value) ? mapMembers(value, (name) => paths.members.get(name), replace, pointer) : value;
    case 'members':
      return isRecord(value)
        ? mapMembers(value, (name) => (paths.except.has(name) ? undefined : paths.each), replace, pointer)
        : value;
    case 'array':
      return Array.isArray(value)
        ? value.map((item, index) => {
            const itemPaths = index < paths.first.length ? paths.first[index] : paths.rest;
            return itemPaths ? mapSensitive(itemPaths, item, replace, `${pointer}/${index}`) : item;
          })
        : value;
    case 'union': {
      const option = paths.options.find((candidate) => candidate.accepts(value));
      if (!option) throw new Error('A value fits no option of its union: its sensitive fields are unknown.');
      return option.paths ? mapSensitive(option.paths, value, replace, pointer) : value;
    }
    case 'all':
      return mapAll(paths.parts, value, replace, pointer);
  }
};

/** Every part sees the original value; a value covered by two parts is replaced once. */
const mapAll = (
  parts: readonly SensitivePaths[],
  value: unknown,
  replace: ReplaceSensitive,
  pointer: string,
): unknown => {
  const replaced = new Map<string, unknown>();
  for (const part of parts) {
    mapSensitive(
      part,
      value,
      (found, place, erasedAs) => {
        if (!replaced.has(place)) replaced.set(place, replace(found, place, erasedAs));
        return undefined;
      },
      pointer,
    );
  }
  return substitute(value, pointer, replaced);
};

const substitute = (value: unknown, pointer: string, replaced: ReadonlyMap<string, unknown>): unknown => {
  if (replaced.has(pointer)) return replaced.get(pointer);
  if (Array.isArray(value)) {
    return value.map((item, index) => substitute(item, `${pointer}/${index}`, replaced));
  }
  if (!isRecord(value)) return value;
  const mapped = Object.entries(value).map(([name, member]) => [
    name,
    substitute(member, pointerTo(pointer, name), replaced),
  ]);
  return Object.fromEntries(mapped);
};

const mapMembers = (
  value: Readonly<Record<string, unknown>>,
  pathsOf: (name: string) => SensitivePaths | undefined,
  replace: ReplaceSensitive,
  pointer: string,
): Readonly<Record<string, unknown>> => {
  const mapped = { ...value };
  for (const name of Object.keys(value)) {
    const paths = pathsOf(name);
    if (paths) mapped[name] = mapSensitive(paths, value[name], replace, pointerTo(pointer, name));
  }
  return mapped;
};
