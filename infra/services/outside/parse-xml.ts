import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Loaded on first use. */
const htmlparser2 = (): typeof import('htmlparser2') => require('htmlparser2');

/** An element and its content, in order. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (XmlElement | string)[];
};

/** Nesting limit: PubMed records with formulas in their titles have about fifteen levels. */
const MAX_DEPTH = 100;
/** Ten records have about 20,000. */
const MAX_ELEMENTS = 200_000;

class Refused extends Error {}

type Open = { name: string; attributes: Readonly<Record<string, string>>; content: (XmlElement | string)[] };

/**
 * Parses a document into its root element. Returns undefined for a document without a root, one that is
 * truncated, nested too deeply (parsing time would become quadratic), or too large. Entities that a document
 * defines are not expanded, so none can blow up; nothing is fetched.
 */
export const parseXml = (text: string): XmlElement | undefined => {
  const document: Open = { name: '', attributes: {}, content: [] };
  const open: Open[] = [document];
  let elements = 0;
  const parser = new (htmlparser2().Parser)(
    {
      onopentag: (name, attributes) => {
        elements += 1;
        if (open.length > MAX_DEPTH || elements > MAX_ELEMENTS) throw new Refused();
        const element: Open = { name, attributes, content: [] };
        open.at(-1)?.content.push(element);
        open.push(element);
      },
      ontext: (part) => {
        open.at(-1)?.content.push(part);
      },
      onclosetag: () => {
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.write(text);
    // `end` closes all open elements, so this is the only way to detect truncation: `<empty/>` is also closed
    // by implication.
    const isCut = open.length > 1;
    parser.end();
    if (isCut) return undefined;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  return document.content.find((part) => typeof part !== 'string');
};

const isElement = (part: XmlElement | string): part is XmlElement => typeof part !== 'string';

/** Returns the elements at the end of a path of names below an element. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (found, name) =>
      found.flatMap(({ content }) => content.filter(isElement).filter((part) => part.name === name)),
    [element],
  );

/** Returns all text within an element. */
export const textIn = ({ content }: XmlElement): string =>
  content.map((part) => (typeof part === 'string' ? part : textIn(part))).join('');
