// Runs after `npm install` and `npm ci`. Removes what packages bring along and this program can never load, 140 MB of it:
// a developer's machine, a CI cache and an image hold it otherwise. Plain JavaScript, since it runs on whatever Node.js
// npm itself runs on. Never fails an installation: what is not there needs no removal.
const { readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

/** By folder below `node_modules`: the entries that are removed, and why they are never loaded. */
const unused = [
  // The C++ headers of Node.js, for compiling native add-ons. There are none.
  ['node/node_modules/node-*', /^(include|share)$/],
  // WASM wrapped in JavaScript is for browsers. tesseract.js 7.0.0 loads the whole core in Node.js, whatever engine is asked
  // for: it takes the answer to "LSTM only?" for the number of an engine (worker-script/node/getCore.js).
  ['tesseract.js-core', /\.wasm\.js$|-lstm\.(js|wasm)$/],
  // CommonJS, tables and TypeScript sources beside the ES modules that are imported.
  ['gpt-tokenizer', /^(cjs|data|src)$/],
  ['openai', /^src$/],
];

const packages = join(__dirname, '..', 'node_modules');

/** The folders that a path matches; only its last name may end with a star. */
const foldersOf = (path) => {
  if (!path.endsWith('*')) return [path];
  const parent = path.slice(0, path.lastIndexOf('/'));
  const prefix = path.slice(parent.length + 1, -1);
  return entriesOf(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${parent}/${name}`);
};

const entriesOf = (folder) => {
  try {
    return readdirSync(join(packages, folder));
  } catch {
    return [];
  }
};

for (const [path, isUnused] of unused)
  for (const folder of foldersOf(path))
    for (const name of entriesOf(folder).filter((name) => isUnused.test(name)))
      try {
        rmSync(join(packages, folder, name), { recursive: true, force: true });
      } catch {
        // It only takes space.
      }
