import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Loaded on first use. */
const htmlparser2 = (): typeof import('htmlparser2') => require('htmlparser2');

/** Elements whose content is not displayed. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object']);

/** Returns the visible text of an HTML snippet: no tags, no scripts, entities decoded. */
export const textOfMarkup = (markup: string): string => {
  const parts: string[] = [];
  let within = 0;
  const parser = new (htmlparser2().Parser)({
    onopentag: (name) => {
      if (silent.has(name)) within += 1;
    },
    onclosetag: (name) => {
      if (silent.has(name)) within -= 1;
    },
    ontext: (text) => {
      if (within === 0) parts.push(text);
    },
  });
  parser.end(markup);
  return parts.join('');
};
