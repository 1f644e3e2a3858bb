import { decodeEntities } from './decode-entities.ts';
import { detectPhi } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

const withoutPercents = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });

const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (unit) => unit.charCodeAt(0));

const ofHexadecimal = (run: string): string =>
  Array.from({ length: run.length >> 1 }, (_, at) =>
    String.fromCharCode(Number.parseInt(run.slice(at * 2, at * 2 + 2), 16)),
  ).join('');

const ofBase64 = (run: string): string | undefined => {
  try {
    return atob(run.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return undefined;
  }
};

/** Returns decoded bytes if they form readable text; a plain word that happens to fit the alphabet yields none. */
const readable = (binary: string | undefined): readonly string[] => {
  if (binary === undefined) return [];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(binary));
    return /[^\P{Cc}\t\r\n]/u.test(text) ? [] : [text];
  } catch {
    return [];
  }
};

/** A run of at least this length can encode the shortest telephone number. */
const inBase64 = /[\w+/-]{12,}={0,2}/g;
const inHexadecimal = /[\da-f]{20,}/gi;

/** Joins initials: "M.R.N." and "M R N" become "MRN". */
const withoutInitials = (text: string): string =>
  text.replace(/(?<=(?<!\p{L})\p{L})[. ]{1,2}(?=\p{L}(?!\p{L}))/gu, '');

/** Numbers are recognised by their context; a name that appears only after joining everything is a coincidence. */
const numbers: ReadonlySet<PhiKind> = new Set([
  'mrn',
  'ssn',
  'phone',
  'fax',
  'health_plan',
  'account',
  'identifier',
]);

const holdsNumber = (text: string): boolean => detectPhi(text).findings.some(({ kind }) => numbers.has(kind));

/**
 * True when texts hide identifying data from a human reader: percent-encoded, in entities, base64 or hexadecimal
 * digits, spelled in initials, or as a number split over several texts. People do not write like this, but a model
 * manipulated by hostile evidence may. Readable data is left to `detectPhi`.
 */
export const hidesPhi = (texts: readonly string[]): boolean => {
  const written = texts.join('\n');
  const plain = decodeEntities(withoutPercents(written));
  if (plain !== written && detectPhi(plain).detected) return true;
  const encoded = [
    ...(plain.match(inHexadecimal) ?? []).flatMap((run) => readable(ofHexadecimal(run))),
    ...(plain.match(inBase64) ?? []).flatMap((run) => readable(ofBase64(run))),
  ].join('\n');
  if (encoded !== '' && detectPhi(encoded).detected) return true;
  const joined = withoutInitials(texts.length > 1 ? plain.replaceAll('\n', ' ') : plain);
  return joined !== plain && holdsNumber(joined);
};
