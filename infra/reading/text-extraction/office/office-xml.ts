import type { CheerioAPI } from 'cheerio';
import { type AnyNode, Element } from 'domhandler';
import { loadXml } from '../markup/load-xml.ts';

/** The supported namespaces, with the prefix used below, whatever prefix the file uses. */
const prefixOf: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
  ['http://purl.oclc.org/ooxml/presentationml/main', 'p'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office'],
  ['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text'],
  ['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table'],
  ['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw'],
  ['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style'],
  ['urn:oasis:names:tc:opendocument:xmlns:presentation:1.0', 'presentation'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
]);

/** A parsed part of an Office file, accessed by the standard's prefixes. */
export type OfficeXml = {
  readonly $: CheerioAPI;
  readonly root: Element;
  /** The name of an element with the standard prefix, such as `w:p`. */
  readonly nameOf: (node: AnyNode) => string | undefined;
  /** The value of an attribute, by its name with the standard prefix. */
  readonly attribute: (element: Element | undefined, name: string) => string | undefined;
  /** The first child with that name. */
  readonly child: (element: Element | undefined, name: string) => Element | undefined;
  readonly children: (element: Element | undefined, name: string) => readonly Element[];
  /** A new empty element with that name, for insertion into the part. */
  readonly newElement: (name: string, attributes?: Readonly<Record<string, string>>) => Element;
  /** A new run of text, for insertion into the part. */
  readonly newRun: (text: string) => Element;
};

/**
 * Parses a part of an Office file. Returns `undefined` when it is truncated: the parser would close the open elements
 * and hide the loss.
 *
 * @throws Failure `nested_too_deep`
 */
export const parseOfficeXml = (bytes: Uint8Array): OfficeXml | undefined => {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const $ = loadXml(text);
  const root = $.root().children().get(0);
  if (root === undefined) return undefined;
  const source = Buffer.from(bytes.subarray(-1024)).toString('utf8').trimEnd();
  if (!source.endsWith('/>') && !source.endsWith('-->') && !/<\/[^<>]*>$/.test(source)) return undefined;

  const standard = new Map<string, string>();
  for (const [name, value] of Object.entries(root.attribs)) {
    const prefix = prefixOf.get(value);
    if (prefix !== undefined && name.startsWith('xmlns:')) standard.set(name.slice(6), prefix);
  }
  const used = new Map([...standard].map(([own, prefix]) => [prefix, own]));
  const inPrefixes = (name: string, prefixes: ReadonlyMap<string, string>): string => {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? undefined : prefixes.get(name.slice(0, colon));
    return prefix === undefined ? name : prefix + name.slice(colon);
  };
  const ownNames = new Map<string, string>();
  const ownName = (name: string): string => {
    const known = ownNames.get(name);
    if (known !== undefined) return known;
    const own = inPrefixes(name, used);
    ownNames.set(name, own);
    return own;
  };

  const standardNames = new Map<string, string>();
  const standardName = (name: string): string => {
    const known = standardNames.get(name);
    if (known !== undefined) return known;
    const own = inPrefixes(name, standard);
    standardNames.set(name, own);
    return own;
  };
  const nameOf = (node: AnyNode): string | undefined =>
    node.type === 'tag' ? standardName(node.name) : undefined;
  const isNamed = (node: AnyNode, own: string): node is Element => node.type === 'tag' && node.name === own;
  const children = (element: Element | undefined, name: string): readonly Element[] => {
    if (element === undefined) return [];
    const own = ownName(name);
    return element.children.filter((node) => isNamed(node, own));
  };
  // Called a dozen times for each run of a text, so it allocates nothing.
  const child = (element: Element | undefined, name: string): Element | undefined => {
    if (element === undefined) return undefined;
    const own = ownName(name);
    for (const node of element.children) if (isNamed(node, own)) return node;
    return undefined;
  };
  const newElement: OfficeXml['newElement'] = (name, attributes = {}) =>
    new Element(
      ownName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [ownName(key), value])),
    );
  return {
    $,
    root,
    nameOf,
    attribute: (element, name) => element?.attribs[ownName(name)],
    child,
    children,
    newElement,
    newRun: (text) => {
      const run = newElement('w:r');
      const content = $(newElement('w:t', { 'xml:space': 'preserve' })).text(text);
      $(run).append(content);
      return run;
    },
  };
};

/** Visits the elements below a node in document order. `enter` returns whether to visit the children, too. */
export const walkElements = (root: Element, enter: (element: Element) => boolean): void => {
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type !== 'tag' || !enter(node)) continue;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const below = node.children[index];
      if (below !== undefined) stack.push(below);
    }
  }
};
