import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultLines } from '../../../../domain/tools/result-lines.ts';

const linesOf = (result: Record<string, unknown>, elsewhere: readonly string[] = []): string =>
  resultLines(result, { timeZone: 'Europe/Berlin', elsewhere });

describe('the text lines of a result', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['name each member', { total_count: 2, created: true }, 'total count: 2\ncreated: yes'],
    ['omit empty members', { a: null, b: '', c: undefined, d: [], e: 0 }, 'e: 0'],
    [
      'have one line per item of a list',
      { events: [{ title: 'Board', room: '5' }, { title: 'Round' }] },
      'events:\n- title: Board; room: 5\n- title: Round',
    ],
    [
      'show instants in local time',
      { at: '2026-11-24T13:00:00Z' },
      'at: 2026-11-24 14:00 (Tuesday, 2:00 PM)',
    ],
    [
      'show them in summer time too',
      { at: '2026-07-01T22:30:00Z' },
      'at: 2026-07-02 00:30 (Thursday, 12:30 AM)',
    ],
    ['keep a time without a zone', { at: '2026-11-24T12:05' }, 'at: 2026-11-24 12:05 (Tuesday, 12:05 PM)'],
    ['show dates with the weekday', { day: '2026-11-24' }, 'day: 2026-11-24 (Tuesday)'],
    ['keep text that only looks like a date', { day: '2026-13-41' }, 'day: 2026-13-41'],
    ['keep text that only looks like an instant', { at: '2026-02-31T99:99:00Z' }, 'at: 2026-02-31T99:99:00Z'],
  ])('%s', (_, result, lines) => {
    expect(linesOf(result)).toBe(lines);
  });

  it('omit long texts that appear elsewhere, and keep short ones', () => {
    const text = 'Epinephrine is the first drug in anaphylaxis. '.repeat(4).trim();
    expect(linesOf({ text, label: 'anaphylaxis' }, [text])).toBe('label: anaphylaxis');
  });

  it('note when they end before the result does', () => {
    const lines = linesOf({ rows: Array.from({ length: 500 }, (_, n) => ({ n })) }).split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toMatch(/^\[…\]/);
  });

  const results = fc.dictionary(
    fc.string({ maxLength: 12 }),
    fc.anything({ maxDepth: 6, withDate: true, withBigInt: true, withMap: true, withTypedArray: true }),
  );

  it('are produced from any value, within limits', () => {
    fc.assert(
      fc.property(results, fc.array(fc.string()), (result, elsewhere) => {
        expect(linesOf(result, elsewhere).length).toBeLessThanOrEqual(8000 + 201 + 80);
      }),
    );
  });

  it('begin only with names of the result: no value breaks out of its line', () => {
    const breaking = fc.stringMatching(/^[a-z\r\n\u2028\u2029\u0085\v\f]{0,40}$/);
    const value = fc.oneof(
      breaking,
      fc.array(breaking, { maxLength: 3 }),
      fc.record({ inner: breaking }),
      fc.array(fc.dictionary(breaking, breaking, { minKeys: 1, maxKeys: 2 }), { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(value, value, (first, second) => {
        for (const line of linesOf({ Aa: first, Bb: second }).split(/[\r\n\u2028\u2029\u0085\v\f]/))
          if (line !== '') expect(line).toMatch(/^(?:Aa:|Bb:|- )/);
      }),
    );
  });
});
