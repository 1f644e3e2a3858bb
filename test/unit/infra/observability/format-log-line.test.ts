import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../../infra/observability/create-logger.ts';
import { formatLogLine } from '../../../../infra/observability/format-log-line.ts';
import { logDestination } from '../../../../infra/observability/log-destination.ts';

const plain = { width: 60, colour: false };
const time = '2026-03-01T10:20:30.456Z';
const local = new Date(time).toTimeString().slice(0, 8);
const lineOf = (fields: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ level: 'info', time, ...fields })}\n`;

describe('a log line on a terminal', () => {
  it('contains the time of day, the level, the message and the fields', () => {
    const line = lineOf({ method: 'GET', status: 200, traceId: 'abc', message: 'Answered.' });
    expect(formatLogLine(line, plain)).toBe(`${local} INFO  Answered. method=GET status=200\n`);
  });

  it('is wrapped between words, each further line under the message', () => {
    const message = 'Anyone who copies the data directory can read everything in it.';
    const lines = formatLogLine(lineOf({ level: 'warn', message }), plain)
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines[0]).toMatch(new RegExp(`^${local} WARN {2}Anyone`));
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {15}\S/);
    expect(lines.map((line) => line.slice(15)).join(' ')).toBe(message);
  });

  it('colours only the level, and only on request', () => {
    const line = lineOf({ level: 'error', message: 'It failed.' });
    expect(formatLogLine(line, { ...plain, colour: true })).toBe(
      `${local} \u001b[31mERROR\u001b[39m It failed.\n`,
    );
    expect(formatLogLine(line, plain)).toBe(`${local} ERROR It failed.\n`);
  });

  it('describes an error with its causes, and shows the frames of an error below', () => {
    const error = {
      type: 'Failure',
      message: 'No room.',
      code: 'unavailable',
      stack: ['at write (/a.ts:1:2)'],
      cause: { type: 'Error', code: 'ENOSPC' },
    };
    expect(formatLogLine(lineOf({ level: 'error', error, message: 'Lost.' }), { ...plain, width: 120 })).toBe(
      `${local} ERROR Lost. error=Failure: No room. (unavailable), caused by Error (ENOSPC)\n${' '.repeat(15)}at write (/a.ts:1:2)\n`,
    );
    expect(formatLogLine(lineOf({ level: 'warn', error, message: 'Lost.' }), plain)).not.toContain('/a.ts');
  });

  it('quotes values with blanks, and writes others as JSON', () => {
    const line = lineOf({ stage: 'two words', shares: [1, 2], message: 'So.' });
    expect(formatLogLine(line, plain)).toBe(`${local} INFO  So. stage="two words" shares=[1,2]\n`);
  });

  it('does not print an unknown level as a level', () => {
    const shown = formatLogLine(lineOf({ level: '\u001b[2J\r\n', message: 'Answered.' }), plain);
    expect(shown).toBe(`${local} \\U001B[2J\\U000D\\U000A Answered.\n`);
  });

  it('contains no control characters and no bidirectional marks', () => {
    const bad = '\u001b[2J\u009b\u202e';
    const shown = formatLogLine(lineOf({ path: bad, message: bad }), plain);
    expect(shown).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(shown).toContain('\\u001b[2J\\u009b\\u202e');
    expect(formatLogLine('no JSON \u001b[2J\n', plain)).toBe('no JSON \\u001b[2J\n');
  });
});

describe('the destination of a log', () => {
  const written = (
    stream: { readonly isTTY?: boolean; readonly columns?: number },
    format: 'auto' | 'text' | 'json',
    environment: Readonly<Record<string, string>> = {},
  ): string => {
    let all = '';
    const destination = logDestination(
      {
        ...stream,
        write: (text) => {
          all += text;
        },
      },
      format,
      environment,
    );
    const logger = createLogger({ level: 'info', traces: { current: () => undefined }, destination });
    logger.warn({ component: 'x', question: 'Jane Doe', token: 'abc' }, 'Careful.');
    return all;
  };

  it('receives text on a terminal and JSON elsewhere, unless LOG_FORMAT is set', () => {
    expect(written({ isTTY: true }, 'auto')).toMatch(/^\d\d:\d\d:\d\d /);
    expect(JSON.parse(written({}, 'auto'))).toMatchObject({ level: 'warn', message: 'Careful.' });
    expect(written({}, 'text')).toMatch(/^\d\d:\d\d:\d\d WARN {2}Careful\. component=x/);
    expect(JSON.parse(written({ isTTY: true }, 'json'))).toMatchObject({ level: 'warn' });
  });

  it('receives colours only on a terminal that supports them, and not with NO_COLOR', () => {
    expect(written({ isTTY: true }, 'auto')).toContain('\u001b[33m');
    expect(written({ isTTY: true }, 'auto', { NO_COLOR: '1' })).not.toContain('\u001b');
    expect(written({ isTTY: true }, 'auto', { TERM: 'dumb' })).not.toContain('\u001b');
    expect(written({}, 'text')).not.toContain('\u001b');
  });

  it('receives no PHI and no secret in text either', () => {
    expect(written({ isTTY: true, columns: 200 }, 'auto')).not.toMatch(/Jane|abc/);
  });
});
