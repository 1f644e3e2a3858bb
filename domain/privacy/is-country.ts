import { foldName } from './names/fold-name.ts';

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** Short forms, other names, and parts as large as states, which the list of codes lacks. */
const otherNames: readonly string[] =
  `usa|us|u s|u s a|uk|u k|uae|england|scotland|wales|northern ireland|great britain|britain|holland|burma|ivory coast|czech republic|
macedonia|turkey|swaziland|east timor|korea|vatican|palestine|republic of congo|congo|hong kong|macau|cape verde|america`
    .split('|')
    .map((name) => name.trim());

let known: ReadonlySet<string> | undefined;

const fold = (name: string): string =>
  foldName(name)
    .replaceAll(/\([^()]{0,60}\)|\b(?:the|and)\b/g, ' ')
    .replaceAll(/\bsaint\b/g, 'st')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();

/** English country names from the Unicode CLDR. */
const countries = (): ReadonlySet<string> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const ofCodes = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(`${first}${second}`);
      return name === undefined ? [] : [fold(name), ...name.split(/ & |, /).map(fold)];
    }),
  );
  return new Set([...ofCodes, ...otherNames]);
};

/**
 * True when a name is that of a country. Countries identify no one (45 CFR 164.514(b)(2)(i)(B) concerns areas smaller
 * than a state).
 */
export const isCountry = (name: string): boolean => {
  known ??= countries();
  return known.has(fold(name));
};
