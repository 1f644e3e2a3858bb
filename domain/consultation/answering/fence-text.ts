import { withoutOwnReferences } from '../excerpt/write-excerpt.ts';
import { addressesModel } from './addresses-model.ts';
import { plainCharacters } from './plain-characters.ts';

/** Replaces a document line that gives orders to a model. */
const leftOut = '(a line was left out here: it is not about medicine)';

/** Replaces chat markers, tags and brackets that models take for structure with look-alikes that they do not. */
const disarmed = (line: string): string =>
  withoutOwnReferences(line)
    .replace(/<(?=[\p{L}/|!<])/gu, '‹')
    .replace(/(?<=[\p{L}/|"'-])>/gu, '›')
    .replace(/\[(?=\/?\p{L})/gu, '(')
    .replace(/(?<=\p{L})\]/gu, ')')
    .replace(/`{3,}/g, "'''");

/**
 * Formats text by others as lines that each begin with a mark. No line can escape: a fake line inside the text gets
 * the mark too, so it can neither end its fence nor begin another.
 *
 * @param mark e.g. `1`; the lines begin with `1| `
 */
export const fenceText = (text: string, mark: string): string =>
  plainCharacters(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'))
    .split('\n')
    .map((line) => `${mark}| ${addressesModel(line) ? leftOut : disarmed(line)}`.trimEnd())
    .join('\n');
