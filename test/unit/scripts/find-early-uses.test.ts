import { describe, expect, it } from 'vitest';
import { findEarlyUses } from '../../../scripts/functions/find-early-uses.ts';

const usesIn = (body: string) =>
  findEarlyUses('a.ts', `const open = () => {\n${body}\n};\n`).map(({ name, line }) => [name, line]);

describe('findEarlyUses', () => {
  it('finds a constant that an inner function uses above its declaration', () => {
    expect(usesIn('follow({ onLimit: () => record(services) });\nconst services = {};')).toEqual([
      ['services', 2],
    ]);
  });

  it('finds one used within its own value, unless it is a recursive function', () => {
    expect(usesIn('const timer = start(() => stop(timer));')).toEqual([['timer', 2]]);
    expect(usesIn('const walk = (depth: number): number => walk(depth - 1);')).toEqual([]);
  });

  it.each([
    ['a constant declared above', 'const a = 1;\nrun(() => a);'],
    ['a parameter of the same name', 'run((a: number) => a);\nconst a = 1;'],
    [
      'a constant of an inner block of the same name',
      'run(() => {\nconst a = 1;\nreturn a;\n});\nconst a = 2;',
    ],
    ['a property of the same name', 'run(() => ({ a: other.a }));\nconst a = 1;'],
    ['a parameter in a type', 'const f = (g: (a: number) => void) => g;\nconst a = f;'],
    ['a function declaration', 'run(() => a());\nfunction a() {}'],
  ])('accepts %s', (_, body) => {
    expect(usesIn(body)).toEqual([]);
  });

  it('accepts module constants, which exist before any function is called', () => {
    expect(findEarlyUses('a.ts', 'const f = () => later;\nconst later = 1;\n')).toEqual([]);
  });
});
