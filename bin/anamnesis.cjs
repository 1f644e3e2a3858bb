#!/usr/bin/env node
// The executable: `npx anamnesis …` in a checkout, `anamnesis …` when linked. Plain JavaScript, because it must run on
// whichever Node.js comes first on the path.
const { existsSync } = require('node:fs');
const { constants } = require('node:os');
const { dirname, join } = require('node:path');

const root = join(__dirname, '..');
const NEEDED = 24;
/** The Node.js from the npm package `node`. */
const pinned = join(root, 'node_modules/node/bin/node');

/**
 * The default data directory is in the installation folder, as for `npm start`, regardless of the current folder. For a
 * linked installation, npm reports the folder in which it found the package.
 */
const { npm_package_name: found, npm_package_json: foundAt } = process.env;
if (!process.env.DATA_DIR)
  process.env.DATA_DIR = join(found === 'anamnesis' && foundAt ? dirname(foundAt) : root, 'data');

if (Number.parseInt(process.versions.node, 10) < NEEDED && existsSync(pinned)) {
  const { spawn } = require('node:child_process');
  const child = spawn(pinned, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both processes; signals that only this one receives are forwarded.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
} else {
  require('../scripts/require-node.cjs');
  import('../cli/main.ts');
}
