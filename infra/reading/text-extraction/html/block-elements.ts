import type { Element } from 'domhandler';

const blocks: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body dd div dl dt fieldset figcaption figure footer header html main p pre section ' +
    'summary details center caption'
  ).split(' '),
);

/** True when an element begins and ends a line. */
export const isBlock = ({ name }: Element): boolean => blocks.has(name);
