import { describe, expect, it } from 'vitest';
import { requireOpenFiles } from '../../../../app/start-checks/require-open-files.ts';

describe('a start with few files that may be open', () => {
  it('says what to raise, before the database ends in the middle', () => {
    expect(() => requireOpenFiles(() => 90)).toThrow(
      'This process may have 90 files open, and the embedded database needs 512. Raise the limit ("ulimit -n 512"',
    );
  });

  it.each([512, 1024, undefined])('goes on with a limit of %s', (limit) => {
    expect(() => requireOpenFiles(() => limit)).not.toThrow();
  });
});
