// Loaded before every program. Plain JavaScript, because an older Node.js could not even parse the rest.
const NEEDED = 24;
const { existsSync, mkdirSync, realpathSync, statSync } = require('node:fs');
const { dirname, isAbsolute, join, relative, sep } = require('node:path');

/** The Node.js from the npm package `node`. */
const pinned = join(__dirname, '../node_modules/node/bin/node');

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Anamnesis needs Node.js ${NEEDED} or later and was started with ${process.versions.node}.\n` +
      (existsSync(pinned)
        ? `It includes one: use "npm start" or "npx anamnesis", or run ${pinned} instead.\n`
        : 'It includes one: install it with "npm ci", without --omit=optional and with install scripts enabled.\n'),
  );
  process.exit(1);
}

const { homedir } = require('node:os');
const { constants, enableCompileCache, registerHooks } = require('node:module');

/** The home folder of the user; undefined when HOME is not set and the user is not in the user database. */
const homeFolder = () => {
  try {
    return homedir();
  } catch {
    return undefined;
  }
};

const absolute = (folder) => (folder && isAbsolute(folder) ? folder : undefined);

/**
 * The compile cache, without which compiling modules takes half of a start. Uses the first available folder: the one from
 * systemd (CacheDirectory=), one next to the packages, or the user's. Without any, only the start is slower.
 * NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE of Node.js itself take precedence.
 */
const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env;
const given = absolute(CACHE_DIRECTORY);
const home = homeFolder();
const ofUser = absolute(XDG_CACHE_HOME) ?? (home && join(home, '.cache'));
const folders = [
  ...(given ? [join(given, 'compiled')] : []),
  join(__dirname, '../node_modules/.cache/anamnesis/compiled'),
  ...(ofUser ? [join(ofUser, 'anamnesis/compiled')] : []),
];

/**
 * Whether no other user can write there, because Node.js runs the code that it finds in the folder. The folder and all its
 * parents must belong to this user, root or the owner of the program, and others must not be able to write to them (or,
 * as in /tmp, only add their own files). To the folder itself, only its owner may add files.
 */
const isSafe = (folder) => {
  if (process.getuid === undefined) return true;
  if ((statSync(folder).mode & 0o022) !== 0) return false;
  const trusted = [process.getuid(), 0, statSync(__filename).uid];
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, mode } = statSync(at);
    const othersWrite = (mode & 0o002) !== 0;
    const isSticky = (mode & 0o1000) !== 0;
    if (!trusted.includes(uid) || (othersWrite && !isSticky)) return false;
    if (at === dirname(at)) return true;
  }
};

/** Uses a folder if it exists or can be created, and is safe. */
const enable = (folder) => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isSafe(folder)) return false;
  } catch {
    return false;
  }
  return enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED;
};
folders.some(enable);

const { fileURLToPath, pathToFileURL } = require('node:url');
const { findBundle, PROGRAMS } = require('./find-bundle.cjs');

const root = join(__dirname, '..');

/** The bundle of a program. `--conditions=sources` runs the sources, as `npm run dev` must to watch them. */
const bundleOf = (url, conditions) => {
  if (!PROGRAMS.some((program) => url.endsWith(`/${program}`)) || conditions.includes('sources'))
    return undefined;
  const bundle = findBundle(relative(root, fileURLToPath(url)).replaceAll(sep, '/'));
  return bundle && { url: pathToFileURL(bundle).href, format: 'module', shortCircuit: true };
};

/**
 * Resolves imports between our own modules, which use full file names. By default, Node.js would look up each name on disk
 * and read the package files above it, which takes a sixth of a start.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved =
      specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL?.startsWith('file:')
        ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context);
    return bundleOf(resolved.url, context.conditions) ?? resolved;
  },
});
