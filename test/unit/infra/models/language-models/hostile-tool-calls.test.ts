import { describe, expect, it } from 'vitest';
import { assembleToolCalls } from '../../../../../infra/models/language-models/assemble-tool-calls.ts';
import { takeWrittenToolCalls } from '../../../../../infra/models/language-models/written-tool-calls.ts';

/** As many as the limit of characters allows. */
const PIECES = 60_000;

describe('a model that repeats the name of a tool with each character of its arguments', () => {
  // Parsed again for each piece, these would take minutes.
  it.each([
    ['open brackets only', '{', '{'],
    ['closing brackets only', '}', '}'],
    ['a text that never ends', '{"a":"', '}'],
    ['something after an empty object', '{}', 'a'],
    ['blanks after an object', '{}', ' '],
  ])('is read in linear time: %s', (_, first, other) => {
    const calls = assembleToolCalls(['look_up']);
    const parts = Array.from({ length: PIECES }, (_, at) => ({
      index: 0,
      function: { name: 'look_up', arguments: at === 0 ? first : other },
    }));
    expect(calls.add(parts)).toBeUndefined();
    const made = calls.finish();
    if (typeof made === 'string') throw new Error(made);
    expect(made.map(({ arguments: given }) => given).join('')).toContain(first + other.slice(0, 1).trim());
    expect(new Set(made.map(({ name }) => name))).toEqual(new Set(['look_up']));
  });
});

describe('a call written as text whose arguments are nested without end', () => {
  it('is no call', () => {
    const written = takeWrittenToolCalls(['look_up']);
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const text = `{"name":"look_up","arguments":{"a":${deep}}}`;
    expect(written.push(text) + written.end()).toBe(text);
    expect(written.calls()).toEqual([]);
  });
});
