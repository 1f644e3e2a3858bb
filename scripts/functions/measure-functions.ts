import { parseSync, Visitor } from 'oxc-parser';
import { createLineIndex } from '../line-index.ts';

export type MeasuredFunction = {
  /** The variable, property or declaration it is the value of; `?` for one that is passed on at once. */
  readonly name: string;
  /** First line, counted from 1. */
  readonly line: number;
  readonly lines: number;
  /** Positional parameters; a destructured object is one. */
  readonly parameters: number;
};

type Parsed = ReturnType<typeof parseSync>['program'];
/** What the measure needs of a node that holds a function, whatever its kind. */
type Named = { readonly start: number; readonly end: number; readonly name: string };

const nameOfKey = (key: {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
}): string => String(key.type === 'Literal' ? key.value : (key.name ?? '?'));

/** Where the names of functions come from: the variables and properties whose values they are. */
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
 * Every function of a file of TypeScript with its length, and every type of function, which has no length to speak of.
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
