import { describe, expect, it } from 'vitest';
import { announceStart } from '../../../app/announce-start.ts';

const announced = (
  output: { readonly isTTY?: boolean },
  settings: { readonly logLevel: string | undefined; readonly logFormat: string | undefined },
): string => {
  let written = '';
  announceStart(
    '1.2.3',
    {
      ...output,
      write: (text) => {
        written += text;
      },
    },
    settings,
  );
  return written;
};

describe('the start announcement', () => {
  it('is a sentence on a terminal, at every log level', () => {
    expect(announced({ isTTY: true }, { logLevel: 'error', logFormat: undefined })).toBe(
      'Starting Anamnesis 1.2.3 …\n',
    );
  });

  it('is a JSON log line in a file or a pipe', () => {
    const line = announced({}, { logLevel: 'info', logFormat: 'auto' });
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      message: 'Starting Anamnesis 1.2.3 …',
    });
  });

  it('is omitted from a JSON log above the info level', () => {
    expect(announced({}, { logLevel: 'warn', logFormat: undefined })).toBe('');
  });

  it('honours LOG_FORMAT over the kind of output', () => {
    expect(announced({}, { logLevel: 'info', logFormat: 'text' })).toMatch(/^Starting/);
    expect(announced({ isTTY: true }, { logLevel: 'info', logFormat: 'json' })).toMatch(/^\{"level"/);
  });
});
