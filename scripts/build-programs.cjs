// Joins the modules of the programs into dist/programs (`bundle-programs.ts`), after `npm install` and `npm ci` (`prepare`).
// Plain JavaScript, because it runs on the same Node.js as npm. Never fails an installation: without bundles the programs
// run from their sources.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const pinned = join(root, 'node_modules/node/bin/node');
const node = existsSync(pinned) ? pinned : process.execPath;

// The bundler is a development package: an installation with --omit=dev goes without.
if (existsSync(join(root, 'node_modules/rolldown'))) {
  const { status } = spawnSync(node, [join(__dirname, 'bundle-programs.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0)
    process.stderr.write('The programs could not be bundled, and will start from their sources.\n');
}
