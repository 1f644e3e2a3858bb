/**
 * Loaded before a program (`node --import`): SIGKILL at one instant of making the admin token. DIE_AT names it: `before`
 * or `after` the renaming by which its hash comes into force.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { rename } = fs;
fs.rename = async (from, to) => {
  const decisive = String(to).endsWith('admin-token.sha256');
  if (decisive && process.env.DIE_AT === 'before') process.kill(process.pid, 'SIGKILL');
  await rename(from, to);
  if (decisive && process.env.DIE_AT === 'after') process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
