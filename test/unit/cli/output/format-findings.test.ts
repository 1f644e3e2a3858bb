import { describe, expect, it } from 'vitest';
import { formatFinding } from '../../../../cli/output/format-findings.ts';

const plain = { style: (_style: string, text: string) => text, width: 60 };

describe('a finding of the doctor', () => {
  it('separates the longest check name from its sentence', () => {
    const shown = formatFinding({ check: 'checkpoints', severity: 'ok', message: '122 checkpoints.' }, plain);
    expect(shown).toBe('OK     checkpoints 122 checkpoints.');
  });

  it('indents the wrapped sentence and advice under their first line', () => {
    const shown = formatFinding(
      {
        check: 'disk',
        severity: 'warning',
        message: 'Little space is left where the data directory is.',
        advice: 'Free some.',
      },
      plain,
    );
    expect(shown.split('\n')).toEqual([
      'WARN   disk        Little space is left where the data',
      '                   directory is.',
      '                   → Free some.',
    ]);
  });
});
