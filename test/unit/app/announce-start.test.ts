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

describe('the announcement of a start', () => {
  it('is a sentence on a terminal, whatever level is logged', () => {
    expect(announced({ isTTY: true }, { logLevel: 'error', logFormat: undefined })).toBe(
      'Starting Anamnesis 1.2.3 …\n',
    );
  });

  it('is a line of the JSON log in a file or a pipe', () => {
    const line = announced({}, { logLevel: 'info', logFormat: 'auto' });
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      message: 'Starting Anamnesis 1.2.3 …',
    });
  });

  it('is left out of a JSON log that holds no information', () => {
    expect(announced({}, { logLevel: 'warn', logFormat: undefined })).toBe('');
  });

  it('follows LOG_FORMAT before what it is written on', () => {
    expect(announced({}, { logLevel: 'info', logFormat: 'text' })).toMatch(/^Starting/);
    expect(announced({ isTTY: true }, { logLevel: 'info', logFormat: 'json' })).toMatch(/^\{"level"/);
  });
});
