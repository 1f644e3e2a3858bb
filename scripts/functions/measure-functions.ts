import { parseSync, Visitor } from 'oxc-parser';
import { createLineIndex } from '../line-index.ts';

export type MeasuredFunction = {
  /** The variable, property or declaration that has it as its value; `?` for an anonymous argument. */
  readonly name: string;
  /** The first line, counted from 1. */
  readonly line: number;
  readonly lines: number;
  /** The number of positional parameters; a destructured object counts as one. */
  readonly parameters: number;
};

type Parsed = ReturnType<typeof parseSync>['program'];
/** The common part of all nodes that hold a function. */
type Named = { readonly start: number; readonly end: number; readonly name: string };

const nameOfKey = (key: {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
}): string => String(key.type === 'Literal' ? key.value : (key.name ?? '?'));

/** The names of functions: the variables and properties that have them as values, by the offset of the value. */
const namesByValue = (program: Parsed): ReadonlyMap<number, string> => {
  const names = new Map<number, string>();
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier') names.set(init.start, id.name);
    },
    Property: ({ key, value }) => {
      names.set(value.start, nameOfKey(key));
    },
    PropertyDefinition: ({ key, value }) => {
      if (value) names.set(value.start, nameOfKey(key));
    },
    MethodDefinition: ({ key, value }) => {
      names.set(value.start, nameOfKey(key));
    },
    TSPropertySignature: ({ key, typeAnnotation }) => {
      if (typeAnnotation) names.set(typeAnnotation.typeAnnotation.start, nameOfKey(key));
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      names.set(typeAnnotation.start, id.name);
    },
  }).visit(program);
  return names;
};

/**
 * Measures every function of a TypeScript file, and every function type, whose length counts as one line.
 */
export const measureFunctions = (path: string, source: string): readonly MeasuredFunction[] => {
  const { program } = parseSync(path, source);
  const names = namesByValue(program);
  const lineAt = createLineIndex(source);
  const found: MeasuredFunction[] = [];
  const note = ({ start, end, name }: Named, parameters: readonly { readonly type: string }[]): void => {
    const line = lineAt(start);
    found.push({ name, line, lines: lineAt(end) - line + 1, parameters: parameters.length });
  };
  const nameAt = (start: number): string => names.get(start) ?? '?';
  new Visitor({
    FunctionDeclaration: ({ start, end, id, params }) => note({ start, end, name: id?.name ?? '?' }, params),
    FunctionExpression: ({ start, end, id, params }) =>
      note({ start, end, name: id?.name ?? nameAt(start) }, params),
    ArrowFunctionExpression: ({ start, end, params }) => note({ start, end, name: nameAt(start) }, params),
    TSFunctionType: ({ start, params }) => note({ start, end: start, name: nameAt(start) }, params),
    TSMethodSignature: ({ start, key, params }) => note({ start, end: start, name: nameOfKey(key) }, params),
  }).visit(program);
  return found.sort((one, other) => one.line - other.line);
};
