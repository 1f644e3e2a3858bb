import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Preloaded by `--import`: writes the modules that a process has loaded, one a line, into the file LOADED_LIST at its
 * end.
 */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => {
  const { LOADED_LIST } = process.env;
  if (LOADED_LIST !== undefined) writeFileSync(LOADED_LIST, [...loaded].join('\n'));
});
