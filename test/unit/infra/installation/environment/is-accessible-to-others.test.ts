import { expect, it } from 'vitest';
import { isAccessibleToOthers } from '../../../../../infra/installation/environment/is-accessible-to-others.ts';

it.each([
  ['its owner alone', { mode: 0o100600, uid: 1000 }, 1000, false],
  ['a Kubernetes secret, readable by the group of the pod', { mode: 0o100440, uid: 0 }, 1000, false],
  ['a systemd credential, whose access list appears as its group', { mode: 0o100440, uid: 0 }, 61000, false],
  ['a group with write permission', { mode: 0o100460, uid: 0 }, 1000, true],
  ['everybody', { mode: 0o100444, uid: 0 }, 1000, true],
  ['the group of a file owned by this user', { mode: 0o100640, uid: 1000 }, 1000, true],
  ['the group of a file owned by another user', { mode: 0o100440, uid: 1001 }, 1000, true],
  ['a group, when this process is root', { mode: 0o100440, uid: 0 }, 0, true],
])('a file with a secret is open to: %s', (_, file, self, open) => {
  expect(isAccessibleToOthers(file, self)).toBe(open);
});
