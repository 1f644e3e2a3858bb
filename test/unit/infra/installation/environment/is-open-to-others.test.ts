import { expect, it } from 'vitest';
import { isOpenToOthers } from '../../../../../infra/installation/environment/is-open-to-others.ts';

it.each([
  ['its owner alone', { mode: 0o100600, uid: 1000 }, 1000, false],
  ['a secret of Kubernetes, which the group of the pod reads', { mode: 0o100440, uid: 0 }, 1000, false],
  ['a credential of systemd, whose access list shows as its group', { mode: 0o100440, uid: 0 }, 61000, false],
  ['a group that may write', { mode: 0o100460, uid: 0 }, 1000, true],
  ['everybody', { mode: 0o100444, uid: 0 }, 1000, true],
  ['a group, of a file of our own', { mode: 0o100640, uid: 1000 }, 1000, true],
  ['a group, of a file of somebody else', { mode: 0o100440, uid: 1001 }, 1000, true],
  ['a group, where this process is root itself', { mode: 0o100440, uid: 0 }, 0, true],
])('knows whom a file with a secret is open to: %s', (_, file, self, open) => {
  expect(isOpenToOthers(file, self)).toBe(open);
});
