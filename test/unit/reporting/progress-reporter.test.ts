import { expect, test } from 'vitest';
import { startLine } from '../../reporting/progress-reporter.ts';

test('the first line of a run names the files that are about to run', () => {
  expect(startLine(['unit', 'integration', 'unit', 'doors'])).toBe(
    '4 files (1 doors, 1 integration, 2 unit), the longest first: the first result can take a minute',
  );
  expect(startLine(['unit'])).toBe('1 file of "unit"');
});
