import { parseXml, textIn, type XmlElement } from '../outside/parse-xml.ts';

/** An element with its expanded name, such as `{DAV:}href`. */
export type DavElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly DavElement[];
  readonly text: string;
};

/** One resource in a multistatus response. */
export type DavResource = {
  /** As sent: a path or an address. */
  readonly href: string;
  /** The properties that the server found, by expanded name. */
  readonly properties: ReadonlyMap<string, DavElement>;
};

/** Character limit of an address, as on most servers. */
const MAX_HREF = 8000;

type Namespaces = ReadonlyMap<string, string>;

/** Returns the namespace prefixes in scope within an element (Namespaces in XML 1.0, section 6). */
const namespacesOf = (attributes: XmlElement['attributes'], outer: Namespaces): Namespaces => {
  const declared = Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    name === 'xmlns' ? [['', value]] : name.startsWith('xmlns:') ? [[name.slice(6), value]] : [],
  );
  return declared.length === 0 ? outer : new Map([...outer, ...declared]);
};

const withNamespaces = (element: XmlElement, outer: Namespaces): DavElement => {
  const namespaces = namespacesOf(element.attributes, outer);
  const [first = '', second] = element.name.split(':', 2);
  const [prefix, local] = second === undefined ? ['', first] : [first, second];
  const isElement = (part: XmlElement | string): part is XmlElement => typeof part !== 'string';
  const children = element.content.filter(isElement).map((part) => withNamespaces(part, namespaces));
  return {
    name: `{${namespaces.get(prefix) ?? ''}}${local}`,
    attributes: element.attributes,
    children,
    // The text of elements with children is never read, and collecting it at each level would be quadratic.
    text: children.length === 0 ? textIn(element) : '',
  };
};

const childrenNamed = (element: DavElement, name: string): readonly DavElement[] =>
  element.children.filter((child) => child.name === name);

const textOf = (element: DavElement, name: string): string =>
  childrenNamed(element, name)[0]?.text.trim() ?? '';

/** True for a status line such as `HTTP/1.1 200 OK`. */
const isSuccess = (line: string): boolean => /^HTTP\/[\d.]+ 2\d\d(?: |$)/.test(line);

/**
 * Parses a multistatus response (RFC 4918, section 13) into its resources, omitting those without properties.
 * Returns undefined for another document, for a truncated one, and beyond the limits of `parseXml`.
 */
export const readMultistatus = (text: string): readonly DavResource[] | undefined => {
  const document = parseXml(text);
  if (document === undefined) return undefined;
  const root = withNamespaces(document, new Map());
  if (root.name !== '{DAV:}multistatus') return undefined;
  return childrenNamed(root, '{DAV:}response').flatMap((response) => {
    const href = textOf(response, '{DAV:}href');
    const properties = childrenNamed(response, '{DAV:}propstat')
      .filter((propstat) => isSuccess(textOf(propstat, '{DAV:}status')))
      .flatMap((propstat) => childrenNamed(propstat, '{DAV:}prop').flatMap(({ children }) => children));
    return href === '' || href.length > MAX_HREF || properties.length === 0
      ? []
      : [{ href, properties: new Map(properties.map((property) => [property.name, property])) }];
  });
};
