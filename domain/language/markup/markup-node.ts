/** An element of marked-up text, with its content in order. */
export type MarkupElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (MarkupElement | string)[];
};

/** The name without its prefix, in lower case: `mml:mfrac` is `mfrac`. */
export const localName = ({ name }: MarkupElement): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const isElement = (part: MarkupElement | string): part is MarkupElement => typeof part !== 'string';

/** The child elements of an element. */
export const elementsIn = ({ content }: MarkupElement): readonly MarkupElement[] => content.filter(isElement);
