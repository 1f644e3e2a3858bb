import { parseSync, Visitor } from 'oxc-parser';
import { createLineIndex } from '../line-index.ts';

/** A use of a constant, by a nested function, above the line that declares it. */
export type EarlyUse = { readonly name: string; readonly line: number; readonly declaredLine: number };

type Range = { readonly start: number; readonly end: number };
type Scope = {
  readonly parent: Scope | undefined;
  /** Identifies the function that a scope belongs to. */
  readonly owner: number;
  /** The offset at which each name of the scope has its value; parameters have theirs from the start. */
  readonly names: Map<string, number>;
};
type Binding = Range & { readonly scope: Scope; readonly from: number };

const FROM_THE_START = -1;

/**
 * Finds uses of a function's constants, by functions nested in it, above their declaration. The language allows this,
 * because the call may come later, and no linter objects; but code that receives the nested function can call it before
 * the constant exists. Recursive functions are not reported.
 */
export const findEarlyUses = (path: string, source: string): readonly EarlyUse[] => {
  const { program } = parseSync(path, source);
  const top: Scope = { parent: undefined, owner: 0, names: new Map() };
  let scope = top;
  let owners = 0;
  let typesDeep = 0;
  const bindings: Binding[] = [];
  const keys = new Set<number>();
  const uses: { readonly name: string; readonly at: number; readonly scope: Scope }[] = [];

  const enter = (owner = scope.owner): void => {
    scope = { parent: scope, owner, names: new Map() };
  };
  const leave = (): void => {
    scope = scope.parent ?? top;
  };
  const bind = ({ start, end }: Range, from: number): void => {
    bindings.push({ start, end, scope, from });
  };
  const enterFunction = ({ params }: { readonly params: readonly Range[] }): void => {
    owners += 1;
    enter(owners);
    for (const parameter of params) bind(parameter, FROM_THE_START);
  };
  const enterType = (): void => {
    typesDeep += 1;
  };
  const leaveType = (): void => {
    typesDeep -= 1;
  };

  new Visitor({
    ArrowFunctionExpression: enterFunction,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enterFunction,
    'FunctionExpression:exit': leave,
    FunctionDeclaration: (declared) => {
      if (declared.id) scope.names.set(declared.id.name, FROM_THE_START);
      enterFunction(declared);
    },
    'FunctionDeclaration:exit': leave,
    BlockStatement: () => enter(),
    'BlockStatement:exit': leave,
    CatchClause: ({ param }) => {
      enter();
      if (param) bind(param, FROM_THE_START);
    },
    'CatchClause:exit': leave,
    ForStatement: () => enter(),
    'ForStatement:exit': leave,
    ForOfStatement: () => enter(),
    'ForOfStatement:exit': leave,
    VariableDeclarator: ({ id, init, end }) => {
      const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
      bind(id, isFunction ? id.start : end);
    },
    MemberExpression: ({ computed, property }) => {
      if (!computed) keys.add(property.start);
    },
    Property: ({ computed, shorthand, key }) => {
      if (!computed && !shorthand) keys.add(key.start);
    },
    TSTypeAnnotation: enterType,
    'TSTypeAnnotation:exit': leaveType,
    TSFunctionType: enterType,
    'TSFunctionType:exit': leaveType,
    Identifier: ({ name, start, end }) => {
      if (typesDeep > 0 || keys.has(start)) return;
      const binding = bindings.findLast((range) => range.start <= start && end <= range.end);
      if (binding) binding.scope.names.set(name, binding.from);
      else uses.push({ name, at: start, scope });
    },
  }).visit(program);

  const lineAt = createLineIndex(source);
  return uses.flatMap(({ name, at, scope: usedIn }) => {
    let home: Scope | undefined = usedIn;
    while (home && !home.names.has(name)) home = home.parent;
    const from = home?.names.get(name) ?? FROM_THE_START;
    if (!home || home === top || home.owner === usedIn.owner || at >= from) return [];
    return [{ name, line: lineAt(at), declaredLine: lineAt(from) }];
  });
};
