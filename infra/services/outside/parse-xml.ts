import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Loaded with the first text. */
const htmlparser2 = (): typeof import('htmlparser2') => require('htmlparser2');

/** An element with what it holds, in order. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (XmlElement | string)[];
};

/** Levels of elements: records of PubMed have about fifteen, with formulas in their titles. */
const MAX_DEPTH = 100;
/** Ten records have about 20,000. */
const MAX_ELEMENTS = 200_000;

class Refused extends Error {}

type Open = { name: string; attributes: Readonly<Record<string, string>>; content: (XmlElement | string)[] };

/**
 * The root of a document. Undefined for none, and for one that was cut off, is nested deeper than any record (a parser
 * takes quadratic time then), or has more elements than are read. Entities that a document defines for itself are left
 * unexpanded, so that none can grow; nothing is fetched.
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
    // At the end the parser closes what is open. This is the only sign: `<empty/>` is closed by implication as well.
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

/** The elements at the end of a path of names below an element. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): readonly XmlElement[] =>
  path.reduce<readonly XmlElement[]>(
    (found, name) =>
      found.flatMap(({ content }) => content.filter(isElement).filter((part) => part.name === name)),
    [element],
  );

/** All text within an element. */
export const textIn = ({ content }: XmlElement): string =>
  content.map((part) => (typeof part === 'string' ? part : textIn(part))).join('');
