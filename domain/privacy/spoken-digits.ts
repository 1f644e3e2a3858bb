/** Digit names, in the languages that most dictating people speak. */
const ofOne: Readonly<Record<string, string>> = {
  zero: '0',
  oh: '0',
  nought: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  niner: '9',
  null: '0',
  eins: '1',
  zwei: '2',
  zwo: '2',
  drei: '3',
  vier: '4',
  fünf: '5',
  fuenf: '5',
  sechs: '6',
  sieben: '7',
  acht: '8',
  neun: '9',
  cero: '0',
  uno: '1',
  dos: '2',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  seis: '6',
  siete: '7',
  ocho: '8',
  nueve: '9',
  zéro: '0',
  un: '1',
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  neuf: '9',
};
const teens: Readonly<Record<string, string>> = {
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
};
const tens: Readonly<Record<string, string>> = {
  twenty: '2',
  thirty: '3',
  forty: '4',
  fifty: '5',
  sixty: '6',
  seventy: '7',
  eighty: '8',
  ninety: '9',
};
const times: Readonly<Record<string, number>> = { double: 2, triple: 3 };

const word = (record: Readonly<Record<string, unknown>>): string => Object.keys(record).join('|');
const ANY = `(?:${word(ofOne)}|${word(teens)}|${word(tens)}|${word(times)}|\\d{1,4})`;
/** At least five of them, separated by at most a hyphen, a comma or "and". */
const spokenRun = new RegExp(
  String.raw`(?<![\p{L}\d-])${ANY}(?:(?:[ \t]{1,2}|-|,\s?|\s?\.\.?\.?\s|\sdash\s|\sand\s)${ANY}){3,24}(?![\p{L}\d])`,
  'giu',
);
const parts = new RegExp(ANY, 'giu');

/** The digits of a run; undefined if it spells no number, because it ends in "double" or consists of numerals only. */
const digitsOf = (run: string): string | undefined => {
  let digits = '';
  let [repeat, ten, spoken] = [1, '', 0];
  for (const [part] of run.matchAll(parts)) {
    const lower = part.toLowerCase();
    const one = ofOne[lower];
    if (!/^\d/.test(lower)) spoken += 1;
    if (one !== undefined) digits += ten === '' ? one.repeat(repeat) : `${ten}${one}`;
    else if (ten !== '') digits += `${ten}0`;
    ten = '';
    repeat = times[lower] ?? 1;
    if (one !== undefined) continue;
    ten = tens[lower] ?? '';
    digits += teens[lower] ?? (/^\d/.test(lower) ? lower : '');
  }
  if (ten !== '') digits += `${ten}0`;
  return spoken >= 3 && digits.length >= 5 ? digits : undefined;
};

/** A spelled-out number. UTF-16 offsets, end exclusive. */
export type SpokenNumber = { readonly start: number; readonly end: number; readonly digits: string };

/** The numbers of a text that are spelled digit by digit: "four four five five six seven one", "double five". */
export const spokenNumbers = (text: string): readonly SpokenNumber[] =>
  Array.from(text.matchAll(spokenRun)).flatMap(({ 0: run, index }) => {
    const digits = digitsOf(run);
    return digits === undefined ? [] : [{ start: index, end: index + run.length, digits }];
  });
