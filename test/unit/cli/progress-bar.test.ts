import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barOptions, progressLine } from '../../../cli/output/progress-bar.ts';
import { createTerminal } from '../../../cli/output/terminal.ts';

const copying = {
  name: 'Copying   ',
  done: 0.5,
  facts: ['event 12345 of 12345678', '1234 files', '28.3 MB'],
};

describe('a progress line', () => {
  it('gives its bar the columns that the facts leave free', () => {
    expect(progressLine(copying, 80)).toBe(
      'Copying    ████████░░░░░░░░  50 %  event 12345 of 12345678, 1234 files, 28.3 MB',
    );
    expect(progressLine(copying, 120)).toContain(`${'█'.repeat(20)}${'░'.repeat(20)}  50 %  event`);
  });

  it('drops whole facts in a narrow window, the last first', () => {
    expect(progressLine(copying, 60)).toBe('Copying    █████████░░░░░░░░  50 %  event 12345 of 12345678');
    expect(progressLine(copying, 20)).toBe('Copying     50 %');
  });

  it('prints no control characters from its label or its facts', () => {
    const screen = new PassThrough();
    const { format } = barOptions(screen, createTerminal(screen, screen, {}));
    const params = { progress: 1, eta: 0, startTime: 0, stopTime: null, total: 1, value: 1, maxWidth: 80 };
    const line = format({}, params, { name: 'a\u001b[2J', facts: ['b\u009b1m'] });
    expect(line).toMatch(/^a\\u001b\[2J █+ 100 % {2}b\\u009b1m$/);
  });

  it('never reaches the last column, where the terminal would wrap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.stringMatching(/^[a-z0-9 ]{1,30}$/), { maxLength: 4 }),
        (width, done, facts) => {
          const line = progressLine({ name: 'Uploading', done, facts }, width);
          expect(line.length).toBeLessThan(width);
          // Some facts, each of them complete.
          const [, remark = ''] = /%(?: {2}(.*))?$/.exec(line) ?? [];
          const starts = facts.map((_, index) => facts.slice(0, index + 1).join(', '));
          expect(['', ...starts]).toContain(remark);
        },
      ),
    );
  });
});
