// Installs the tools of the checks if they are missing or their lock file has changed: 300 MB that neither the program nor
// its tests need. Plain JavaScript, so that it can run beside the installation of the packages, before the pinned Node.js
// is there. Exits 1 with npm's output if they cannot be installed.
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, 'tools');
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
/** The lock file that the installed tools belong to. */
const mark = join(folder, 'node_modules/.installed-lock.json');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== lock) {
  process.stdout.write('Installing the tools for the checks …\n');
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--no-audit', '--no-fund'],
    { encoding: 'utf8' },
  );
  if (status === 0) writeFileSync(mark, lock);
  else {
    process.stderr.write(
      `The tools for the checks could not be installed:\n${error ?? `${stdout}${stderr}`}\n`,
    );
    process.exitCode = 1;
  }
}
