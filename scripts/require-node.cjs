// Loaded before every program, and plain JavaScript: an older Node.js could not even read the rest.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `Anamnesis needs Node.js ${NEEDED} or later and was started with ${process.versions.node}.\n` +
      'It brings one along: install it with "npm ci", without --omit=optional and with install scripts allowed.\n',
  );
  process.exit(1);
}

const { homedir } = require('node:os');
const { join } = require('node:path');
const { constants, enableCompileCache, registerHooks } = require('node:module');

/**
 * Where compiled modules are kept between starts: reading them takes half of a start otherwise. The first folder that can
 * be had: the one that systemd gives (CacheDirectory=), beside the packages, or of the user. Without any, the program works as
 * well, only later. NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE of Node.js itself go before all of it.
 */
const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env;
const folders = [
  ...(CACHE_DIRECTORY ? [join(CACHE_DIRECTORY, 'compiled')] : []),
  join(__dirname, '../node_modules/.cache/anamnesis/compiled'),
  join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'anamnesis/compiled'),
];
folders.some((folder) => enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED);

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
