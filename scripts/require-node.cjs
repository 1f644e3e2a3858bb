// Loaded before every program, and plain JavaScript: an older Node.js could not even read the rest.
const NEEDED = 24;
const { existsSync, mkdirSync, realpathSync, statSync } = require('node:fs');
const { dirname, isAbsolute, join } = require('node:path');

/** The Node.js that comes as the package `node`. */
const pinned = join(__dirname, '../node_modules/node/bin/node');

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Anamnesis needs Node.js ${NEEDED} or later and was started with ${process.versions.node}.\n` +
      (existsSync(pinned)
        ? `It comes with one: use "npm start" or "npx anamnesis", or run ${pinned} instead.\n`
        : 'It comes with one: install it with "npm ci", without --omit=optional and with install scripts allowed.\n'),
  );
  process.exit(1);
}

const { homedir } = require('node:os');
const { constants, enableCompileCache, registerHooks } = require('node:module');

/** The home folder of the user; undefined where HOME is not set and the user has no entry in the list of users. */
const homeFolder = () => {
  try {
    return homedir();
  } catch {
    return undefined;
  }
};

const absolute = (folder) => (folder && isAbsolute(folder) ? folder : undefined);

/**
 * Where compiled modules are kept between starts: reading them takes half of a start otherwise. The first folder that can
 * be had: the one that systemd gives (CacheDirectory=), beside the packages, or of the user. Without any, the program works as
 * well, only later. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE of Node.js itself go before all of it.
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
 * Whether no other user can put something there: Node.js runs the code that it finds in the folder. The folder and all
 * above it belong to this user, to root or to the owner of the program, and others cannot write to them (or, as in /tmp, only
 * add what is theirs).
 */
const isSafe = (folder) => {
  if (process.getuid === undefined) return true;
  const trusted = [process.getuid(), 0, statSync(__filename).uid];
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, mode } = statSync(at);
    const othersWrite = (mode & 0o002) !== 0;
    const isSticky = (mode & 0o1000) !== 0;
    if (!trusted.includes(uid) || (othersWrite && !isSticky)) return false;
    if (at === dirname(at)) return true;
  }
};

/** Uses a folder, if it is there or can be made, and is safe. */
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

/**
 * Our own modules name each other by the whole path. Node.js would look each name up on the disk and read the package files
 * above it, which is a sixth of a start.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL?.startsWith('file:')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
