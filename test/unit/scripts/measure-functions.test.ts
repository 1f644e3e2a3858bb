import { describe, expect, it } from 'vitest';
import { measureFunctions } from '../../../scripts/functions/measure-functions.ts';

const measured = (
  source: string,
): readonly (readonly [name: string, line: number, lines: number, n: number])[] =>
  measureFunctions('a.ts', source).map(({ name, line, lines, parameters }) => [
    name,
    line,
    lines,
    parameters,
  ]);

describe('measureFunctions', () => {
  it('names a function by its declaration, its variable or its property', () => {
    const source = [
      'function declared() {}',
      'const arrow = () => {};',
      'const all = { method() {}, property: () => {} };',
      'class House { open() {} }',
      '[1].map((one) => one);',
    ].join('\n');
    expect(measured(source).map(([name]) => name)).toEqual([
      'declared',
      'arrow',
      'method',
      'property',
      'open',
      '?',
    ]);
  });

  it('counts the lines of a function including the functions inside it', () => {
    const source =
      'const outer = () => {\n  const inner = () => {\n    return 1;\n  };\n  return inner;\n};\n';
    expect(measured(source)).toEqual([
      ['outer', 1, 6, 0],
      ['inner', 2, 3, 0],
    ]);
  });

  it('counts a destructured object as one parameter', () => {
    expect(measured('const f = ({ a, b, c }: T, [d, e]: U, ...rest: V[]) => a;')).toEqual([['f', 1, 1, 3]]);
  });

  it('also counts the parameters of function types', () => {
    const source = 'type F = (a: A, b: B) => void;\ntype G = { readonly g: (a: A) => void; h(a: A): void };';
    expect(measured(source).map(([name, , , parameters]) => [name, parameters])).toEqual([
      ['F', 2],
      ['g', 1],
      ['h', 1],
    ]);
  });
});
