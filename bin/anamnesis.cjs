#!/usr/bin/env node
// The command line as a program: `npx anamnesis …` in a checkout, `anamnesis …` where it is linked. Plain JavaScript, since
// whatever Node.js comes first on the path runs it.
const { existsSync } = require('node:fs');
const { constants } = require('node:os');
const { dirname, join } = require('node:path');

const root = join(__dirname, '..');
const NEEDED = 24;
/** The Node.js that comes as the package `node`. */
const pinned = join(root, 'node_modules/node/bin/node');

/**
 * Where the data is by default: in the folder of the installation, as for `npm start`, whatever the current folder.
 * Where the installation is made of links, npm says in which folder it found it.
 */
const { npm_package_name: found, npm_package_json: foundAt } = process.env;
if (!process.env.DATA_DIR)
  process.env.DATA_DIR = join(found === 'anamnesis' && foundAt ? dirname(foundAt) : root, 'data');

if (Number.parseInt(process.versions.node, 10) < NEEDED && existsSync(pinned)) {
  const { spawn } = require('node:child_process');
  const child = spawn(pinned, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both; what only this process is sent is passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
} else {
  require('../scripts/require-node.cjs');
  import('../cli/main.ts');
}
