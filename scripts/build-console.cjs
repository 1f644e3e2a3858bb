// Builds the web console into console/dist: `npm run build:console`, and after `npm install` and `npm ci` (`prepare`).
// An installation never fails because of the console: without it the server works, and says at `/` how to build it.
// ANAMNESIS_CONSOLE=skip leaves it out, and so does --omit=dev, because its packages are development packages: the built
// files contain what a browser needs. Plain JavaScript, because it runs on the same Node.js as npm.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const isInstalling = process.env.npm_lifecycle_event === 'prepare';

/** Ends with a message; fails only when a build was asked for by name. */
const leave = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(isInstalling ? 0 : 1);
};

if (isInstalling && process.env.ANAMNESIS_CONSOLE === 'skip')
  leave('The web console was not built, because ANAMNESIS_CONSOLE=skip.');
const vite = join(root, 'node_modules/vite/bin/vite.js');
if (![vite, join(root, 'node_modules/react'), join(root, 'console/index.html')].every(existsSync))
  leave('The web console was not built: its packages are installed only without --omit=dev.');

const { status, error } = spawnSync(
  process.execPath,
  [vite, 'build', '--config', 'console/vite.config.ts', '--configLoader', 'runner', '--logLevel', 'warn'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
);
if (status !== 0)
  leave(
    `The web console could not be built${error ? ` (${error.message})` : ''}. The server works without it; to try again: npm run build:console`,
  );
