/**
 * Elements that are not counted: those without an end, and those whose end need not be written, none of which can be
 * nested in its like but through one that is counted.
 */
const uncounted: ReadonlySet<string> = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot caption colgroup option optgroup rt rp html head body'
  ).split(' '),
);
/** Elements that a stroke at the end of their tag does not close. Those of drawings and formulas it does. */
const openAllTheSame: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside b big blockquote button center cite code del details div dl em fieldset figure font ' +
    'footer form h1 h2 h3 h4 h5 h6 header i ins label main nav object ol s section small span strike strong sub summary ' +
    'sup table tt u ul'
  ).split(' '),
);
/** Elements whose content is no markup. */
const opaque: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

/** Names that are longer are none. */
const longestName = 80;

/**
 * Whether the elements of a text in XML are nested deeper than `most`, by their tags alone: the parsers behind this take
 * quadratic time for what is nested without end, and the writers of trees call themselves for each level.
 */
export const isNestedDeeperThan = (most: number, xml: string): boolean => {
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    const next = xml[at + 1] ?? '';
    if (next === '!' || next === '?') continue;
    if (next === '/') {
      depth -= 1;
      continue;
    }
    const end = xml.indexOf('>', at);
    if (end < 0) break;
    if (xml[end - 1] !== '/') depth += 1;
    if (depth > most) return true;
    at = end - 1;
  }
  return false;
};

const nameAt = (html: string, from: number): string =>
  /^[a-z][^\s/>]*/i.exec(html.slice(from, from + longestName))?.[0].toLowerCase() ?? '';

/** Where a comment, or the content of an element that is no markup, ends. */
const endOf = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found;
};

/**
 * HTML without the tags that are nested deeper than `most`: what stands between them is kept, and read as text of the
 * deepest element that is left.
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
    if (!isEnd && html[end - 1] === '/' && !openAllTheSame.has(name)) continue;
    const isDeep = isEnd ? depth > most : depth >= most;
    depth = Math.max(0, depth + (isEnd ? -1 : 1));
    if (!isDeep) continue;
    parts.push(html.slice(kept, at), ' ');
    kept = end + 1;
    at = end - 1;
  }
  return kept === 0 ? html : parts.join('') + html.slice(kept);
};
