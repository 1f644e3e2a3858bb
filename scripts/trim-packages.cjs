// Runs after `npm install` and `npm ci`. Removes 250 MB of package files that this program can never load, from developers'
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
  ['zod', /^src$/],
];

/**
 * Packages of which only the ES modules are loaded or bundled, and the types checked: not their CommonJS copies. Thousands
 * of small files, which take more room than their bytes.
 */
const modulesOnly = [
  'react-aria',
  'react-aria-components',
  'react-stately',
  '@internationalized/*',
  '@tanstack/*',
];

/**
 * Compilers that packages name as peers, for their types only. npm installs them though the packages for development,
 * which use them, are left out.
 */
const onlyForDevelopment = ['typescript', '@typescript'];

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

/** Source maps, which nothing here reads, and what a package's authors tell its readers; licences are kept. */
const isForReaders = (name) =>
  /\.map$|^(?:readme|changelog|changes|history|contributing)\b.*\.md$/i.test(name);

/** Whether a file is a CommonJS copy, or the older spelling of an ES module or its types beside it. */
const isCopy = (name, names) =>
  /\.cjs$/.test(name) || (/\.(js|ts)$/.test(name) && names.has(name.replace(/(js|ts)$/, 'm$1')));

/** Removes all files below a folder that match, given the names of the files beside them. */
const removeFiles = (folder, matches) => {
  const entries = entriesWithin(folder);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries)
    if (entry.isDirectory()) removeFiles(`${folder}/${entry.name}`, matches);
    else if (matches(entry.name, names)) remove(`${folder}/${entry.name}`);
};

for (const [path, isUnused] of unused)
  for (const folder of foldersOf(path))
    for (const name of entriesOf(folder).filter((name) => isUnused.test(name))) remove(`${folder}/${name}`);
for (const path of modulesOnly) for (const folder of foldersOf(path)) removeFiles(folder, isCopy);
for (const folder of entriesOf('.').filter((name) => !name.startsWith('.')))
  removeFiles(folder, isForReaders);
// npm passes what it leaves out, separated by line breaks.
if (/\bdev\b/.test(process.env.npm_config_omit ?? '')) for (const path of onlyForDevelopment) remove(path);
