/**
 * Checks the types of the program, and those of the web console and of the client with the types of browsers only: what
 * they take from Node.js fails there. Exits 1 if any has errors.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const compiler = join(root, 'node_modules/.bin/tsc');

const hasErrors = ['.', 'client', 'console'].map((project) => {
  const cache = `node_modules/.cache/${project === '.' ? 'anamnesis' : project}.tsbuildinfo`;
  // Incremental: 4 s of processor time instead of 35.
  const words = ['--project', project, '--noEmit', '--incremental', '--tsBuildInfoFile', cache];
  return spawnSync(compiler, words, { cwd: root, stdio: 'inherit' }).status !== 0;
});
process.exit(hasErrors.includes(true) ? 1 : 0);
