import type { FileProperties } from '../file-properties.ts';
import type { ReadDocument } from '../infer-metadata.ts';
import { firstPageLines } from './front-lines.ts';

const maxNameLength = 200;
const maxAuthors = 100;

/** Placeholders that programs and templates write in place of a name. */
const noName =
  /^(?:admin(?:istrator)?|user\d*|owner|author|unknown|anonymous|default|guest|test|root|webmaster|editor|microsoft.*|adobe.*|acrobat.*|hp|dell|lenovo|windows.*|n\/?a|none)$/i;

const squeeze = (name: string): string => name.replace(/\s+/g, ' ').trim();

const isName = (name: string): boolean =>
  name.length >= 2 &&
  name.length <= maxNameLength &&
  /\p{L}{2}/u.test(name) &&
  !noName.test(name) &&
  !/[@\\/]|https?:/.test(name);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

const person = /^\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){1,3}$/u;

/** Splits a text if every piece is valid. */
const splitIf = (text: string, separator: RegExp, isRight: (piece: string) => boolean): readonly string[] => {
  const pieces = text.split(separator).map(squeeze);
  return pieces.every(isRight) ? pieces : [squeeze(text)];
};

/**
 * `Jane Doe; John Roe`, `Jane Doe, John Roe` and `Jane Doe and John Roe`, but not `Doe, Jane`, which is one name, nor
 * `Institute for Health and Care`.
 */
const apart = (names: string): readonly string[] =>
  names
    .split(';')
    .flatMap((part) => splitIf(part, /,/, (piece) => wordsOf(piece).length >= 2))
    .flatMap((part) => splitIf(part, /\band\b|&/, (piece) => person.test(piece)))
    .filter((name) => name !== '');

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].slice(0, maxAuthors);

/**
 * Finds the authors: those named in a publisher's properties. A name recorded by a program is often only that of the
 * person who saved the file or made its template, so it counts only when the first page bears it too.
 */
export const findAuthors = (
  document: ReadDocument & { readonly authors?: readonly string[] | undefined },
  properties: FileProperties,
): string[] | undefined => {
  const declared = distinct((properties.authors ?? []).flatMap(apart).filter(isName));
  if (declared.length > 0) return [...declared];
  const page = new Set(wordsOf(firstPageLines(document).join(' ')));
  const confirmed = distinct(
    (document.authors ?? []).flatMap(apart).filter((name) => {
      const words = wordsOf(name);
      return isName(name) && words.length >= 2 && words.every((word) => page.has(word));
    }),
  );
  return confirmed.length > 0 ? [...confirmed] : undefined;
};
