import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Preloaded with `--import`: on exit, writes the modules that the process has loaded to the file LOADED_LIST, one per
 * line.
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
