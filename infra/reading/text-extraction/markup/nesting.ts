/**
 * Elements that are not counted: void elements, and those with an optional end tag, which can be nested in one
 * another only through an element that is counted.
 */
const uncounted: ReadonlySet<string> = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp html head body'
  ).split(' '),
);
/** HTML elements that a self-closing slash does not close, unlike those of SVG and MathML. */
const notSelfClosing: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside b big blockquote button center cite code del details div dl em fieldset figure font ' +
    'footer form h1 h2 h3 h4 h5 h6 header i ins label main nav object ol s section small span strike strong sub summary ' +
    'sup table tt u ul'
  ).split(' '),
);
/** Elements whose content is not markup. */
const opaque: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/** Longer names are not tag names. */
const longestName = 80;

const nameAt = (html: string, from: number): string =>
  /^[a-z][^\s/>]*/i.exec(html.slice(from, from + longestName))?.[0].toLowerCase() ?? '';

/** Returns the end of a comment, or of the content of an opaque element. */
const endOf = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found;
};

/**
 * Removes the tags that are nested deeper than `most`: the content between them is kept as text of the deepest
 * remaining element.
 */
export const withoutDeepTags = (most: number, html: string): string => {
  const parts: string[] = [];
  let kept = 0;
  let depth = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('<!--', at)) {
      at = endOf(html, '-->', at + 4) - 1;
      continue;
    }
    const isEnd = html[at + 1] === '/';
    const name = nameAt(html, at + (isEnd ? 2 : 1));
    const end = html.indexOf('>', at);
    if (end < 0) break;
    if (name === '' || uncounted.has(name)) continue;
    if (opaque.has(name)) {
      if (!isEnd) at = endOf(html, `</${name}`, end) - 1;
      continue;
    }
    if (!isEnd && html[end - 1] === '/' && !notSelfClosing.has(name)) continue;
    const isDeep = isEnd ? depth > most : depth >= most;
    depth = Math.max(0, depth + (isEnd ? -1 : 1));
    if (!isDeep) continue;
    parts.push(html.slice(kept, at), ' ');
    kept = end + 1;
    at = end - 1;
  }
  return kept === 0 ? html : parts.join('') + html.slice(kept);
};
