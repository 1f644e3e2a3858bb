import { describe, expect, it } from 'vitest';
import { requireOpenFiles } from '../../../../app/start-checks/require-open-files.ts';

describe('startup with a low limit of open files', () => {
  it('fails with the limit to raise, before the database runs out of files', () => {
    expect(() => requireOpenFiles(() => 90)).toThrow(
      'This process may open 90 files, but the embedded database needs 512. Raise the limit ("ulimit -n 512"',
    );
  });

  it.each([512, 1024, undefined])('succeeds with a limit of %s', (limit) => {
    expect(() => requireOpenFiles(() => limit)).not.toThrow();
  });
});
