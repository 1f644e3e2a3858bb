/**
 * Preloaded with `node --import`: sends SIGKILL at one moment while the admin token is created. DIE_AT selects it:
 * `before` or `after` the rename that puts its hash into effect.
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
