// Finds the bundle of a program, which `bundle-programs.ts` makes when the packages are installed. Loading 2,700 modules one
// by one takes most of a start. Plain JavaScript, because it is loaded before every program.
const { readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const folder = join(root, 'dist/programs');
/** The bundles by source file, the folder for which they were made, and the size and time of every file in them. */
const manifest = join(folder, 'manifest.json');

/** The programs that are bundled. The last one loads every module. */
const PROGRAMS = ['app/main.ts', 'cli/main.ts', 'cli/demo.ts', 'scripts/check-loading.ts'];

/** What tells one state of a file from another. In whole seconds, because archives and images keep no more. */
const stateOf = (file) => {
  const { size, mtimeMs } = statSync(join(root, file));
  return `${size} ${Math.floor(mtimeMs / 1000)}`;
};

const isUnchanged = ([file, state]) => {
  try {
    return stateOf(file) === state;
  } catch {
    return false;
  }
};

const readManifest = () => {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * The path of a program's bundle. Undefined if there is none, if any file that it was made from has changed since, or if the
 * installation was moved or copied (a bundle contains absolute paths, to the files that modules read and the threads that
 * they start): the program then runs from its sources, only slower.
 */
const findBundle = (program) => {
  const made = readManifest();
  const bundle = made?.bundles?.[program];
  return bundle && made.root === root && made.sources && Object.entries(made.sources).every(isUnchanged)
    ? join(folder, bundle)
    : undefined;
};

module.exports = { PROGRAMS, findBundle, folder, manifest, root, stateOf };
