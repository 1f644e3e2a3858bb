// Runs after `npm install` and `npm ci`. Removes 190 MB of package files that this program can never load, from developers'
// machines, CI caches and images. Plain JavaScript, because it runs on the same Node.js as npm. Never fails an
// installation: missing files need no removal.
const { readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** The entries to remove, by folder below `node_modules`, and why they are never loaded. */
const unused = [
  // The C++ headers of Node.js, for compiling native add-ons, of which there are none.
  ['node/node_modules/node-*', /^(include|share)$/],
  // WASM wrapped in JavaScript is for browsers. In Node.js, tesseract.js 7.0.0 always loads the complete core, because it
  // mistakes the flag "LSTM only" for the number of an engine (worker-script/node/getCore.js).
  ['tesseract.js-core', /\.wasm\.js$|-lstm\.(js|wasm)$/],
  // CommonJS, tables and TypeScript sources that duplicate the imported ES modules.
  ['gpt-tokenizer', /^(cjs|data|src)$/],
  ['openai', /^src$/],
];

/**
 * Packages of the web console, of whose files only the ES modules are bundled and the types checked: not their CommonJS
 * copies, and no source maps. Thousands of small files, which take more room than their bytes.
 */
const bundled = [
  'react-aria',
  'react-aria-components',
  'react-stately',
  '@internationalized/*',
  '@tanstack/*',
];

const packages = join(__dirname, '..', 'node_modules');

/** The folders that match a path; only its last segment may end with a star. */
const foldersOf = (path) => {
  if (!path.endsWith('*')) return [path];
  const parent = path.slice(0, path.lastIndexOf('/'));
  const prefix = path.slice(parent.length + 1, -1);
  return entriesOf(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${parent}/${name}`);
};

const entriesWithin = (folder) => {
  try {
    return readdirSync(join(packages, folder), { withFileTypes: true });
  } catch {
    return [];
  }
};
const entriesOf = (folder) => entriesWithin(folder).map(({ name }) => name);

const remove = (path) => {
  try {
    rmSync(join(packages, path), { recursive: true, force: true });
  } catch {
    // A file that cannot be removed only wastes space.
  }
};

/** Whether a bundler never reads a file: a map, a CommonJS copy, or the older spelling of an ES module beside it. */
const isCopy = (name, names) =>
  /\.(map|cjs)$/.test(name) || (name.endsWith('.js') && names.has(`${name.slice(0, -3)}.mjs`));

const removeCopies = (folder) => {
  const entries = entriesWithin(folder);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries)
    if (entry.isDirectory()) removeCopies(`${folder}/${entry.name}`);
    else if (isCopy(entry.name, names)) remove(`${folder}/${entry.name}`);
};

for (const [path, isUnused] of unused)
  for (const folder of foldersOf(path))
    for (const name of entriesOf(folder).filter((name) => isUnused.test(name))) remove(`${folder}/${name}`);
for (const path of bundled) for (const folder of foldersOf(path)) removeCopies(folder);
