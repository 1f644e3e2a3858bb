import { unitSource } from '../../language/units-of-measure.ts';
import { confidenceOfKind } from '../finding-confidence.ts';
import { rareSuffixes, STATE, shortSuffixes, streetSuffixes } from './street-words.ts';

/** UTF-16 offsets into the text, end exclusive. */
type AddressFinding = {
  readonly kind: 'address';
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
};

/** A house number: "12", "12B", "12-14". */
const houseNumber = /(?<![\w./:-])\d{1,6}[A-Za-z]?(?:-\d{1,4})?(?=\s{1,2}[\p{L}\d])/gu;
/** A word of a street name, in any script. */
const nextWord = /\s{1,2}(?<word>[\p{L}\d][\p{L}\d'’.-]{0,24})/uy;
const directionBehind = /\s(?:NE|NW|SE|SW|[NSEW])(?![\p{L}\d'’])/uy;
/** Words of a street, its suffix and a direction before it. */
const WORDS_OF_STREET = 6;

const plain: ReadonlySet<string> = new Set(streetSuffixes);
const inCapitals = new Set([...shortSuffixes, ...shortSuffixes.map((word) => word.toUpperCase())]);
const rare = new Set([...rareSuffixes, ...rareSuffixes.map((word) => word.toUpperCase())]);
const anyCase = new Set([...shortSuffixes, ...rareSuffixes].map((word) => word.toLowerCase()));

/**
 * How certain an address is by its form: `by form` without regard to its words, `surely`, `by place` when the text
 * before or after must confirm it, `with tail`.
 */
type Surety = 'by form' | 'surely' | 'by place' | 'with tail';

const suretyOf = (suffix: string, capitals: boolean): Surety | undefined => {
  if (plain.has(suffix.toLowerCase())) return 'surely';
  if (capitals && inCapitals.has(suffix)) return 'surely';
  if (capitals && rare.has(suffix)) return 'by place';
  return anyCase.has(suffix.toLowerCase()) ? 'with tail' : undefined;
};

type Street = { readonly start: number; readonly end: number; readonly counts: Surety };

/** The street whose house number ends at `from`, up to the most certain suffix of the words after it. */
const streetFrom = (text: string, start: number, from: number): Street | undefined => {
  let best: Street | undefined;
  let capitals = true;
  nextWord.lastIndex = from;
  for (let count = 0; count < WORDS_OF_STREET; count += 1) {
    const word = nextWord.exec(text)?.groups?.word;
    if (word === undefined) break;
    const end = nextWord.lastIndex;
    const bare = word.replace(/\.$/u, '');
    const counts = count === 0 ? undefined : suretyOf(bare, capitals);
    if (counts === 'surely') return { start, end: end - (word.length - bare.length), counts };
    if (counts !== undefined && best?.counts !== 'by place') best = { start, end, counts };
    // A full stop that does not end an abbreviation starts another sentence.
    if (word.endsWith('.') && word.length > 4) break;
    if (!/^[\p{Lu}\d]/u.test(word)) capitals = false;
  }
  return best;
};

const withDirection = (text: string, street: Street): Street => {
  const stop = text.charAt(street.end) === '.' ? 1 : 0;
  directionBehind.lastIndex = street.end + stop;
  return directionBehind.test(text)
    ? { ...street, end: directionBehind.lastIndex }
    : { ...street, end: street.end + stop };
};

/** Streets without a suffix: "5 Broadway", "89 The Willows". */
const oneWordStreet =
  /(?<![\w./:-])\d{1,5}\s(?:[NSEW]\.?\s)?(?:Broadway|BROADWAY|The\s\p{Lu}\p{Ll}{2,20}|THE\s\p{Lu}{3,20})(?![\p{L}\d])/gu;

/** In other languages the non-English words of a street name come first, and the number last. */
const STREET_NAME = String.raw`(?:(?:de la|de las|de los|del|de|du|des|la|le|les|da|do|dos|von|van|der|den|di|della|y|e|el)\s|[dl]['’]){0,2}[\p{Lu}\d][\p{L}\d'’.-]{0,24}(?:\s(?:(?:de la|de los|del|de|du|des|la|le|y|e)\s)?\p{Lu}[\p{L}'’.-]{0,24}){0,4}`;
const romanceStreet = new RegExp(
  String.raw`(?<![\p{L}\d])(?:Calle|C\/|Avenida|Av\.|Avda\.?|Blvd\.?|Boulevard|Calzada|Carretera|Camino|Paseo|Privada|Cerrada|Callej[oó]n|Plaza|Rinc[oó]n|Andador|Rua|Travessa|Praça|Estrada|Alameda|Via|Viale|Vicolo|Piazza|Piazzale|Strada|Borgo|Contrada|Rotonda|Incrocio|Largo|Corso|Colonia|ul\.|al\.|os\.|pl\.|ulica|aleja|osiedle|plac|skwer|rondo|Ul\.|Al\.|Os\.)\s${STREET_NAME},?\s(?:No\.?\s?|#\s?|n[ºo°]\s?)?\d{1,5}[A-Za-z]?(?!\d)(?:\s?\/\s?\d{1,4}(?!\d)|\sm\.\s?\d{1,4}|,?\s(?:Edificio|Depto\.?|Int\.?|Piso|Apt\.?|Apto\.?|lok\.)\s?\w{1,5})?`,
  'gu',
);
const frenchStreet = new RegExp(
  String.raw`(?<![\w./:-])\d{1,4}(?:\s?(?:bis|ter))?,?\s(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Aa]llée|[Cc]hemin|[Ii]mpasse|[Qq]uai|[Pp]assage|[Cc]ours|[Rr]oute|[Vv]oie|[Ss]quare|[Ff]aubourg)\s${STREET_NAME}(?:\s\d{1,2}\sétage)?`,
  'gu',
);
const germanicStreet =
  /(?<![\p{L}\d])(?:(?:Am|An der|Auf der|Auf dem|Auf'm|Im|In der|Zum|Zur|Alte|Alter|Neue|Obere|Untere)\s)?\p{Lu}[\p{L}.-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|stieg|straat|laan|plein|gatan|vej|veien|gata)\s\d{1,4}\s?[a-z]?(?![\p{L}\d])/gu;
const germanStreet =
  /(?<![\p{L}\d])(?:\p{Lu}[\p{L}.-]{1,30}\s){1,2}(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Gasse|Ring)\s\d{1,4}\s?[a-z]?(?![\p{L}\d])/gu;
/** Any words before a number, a postal code and a town: "Auf'm Berg 89, 95636 Rottweil". */
const withPostalTown =
  /(?<![\p{L}\d])\p{Lu}[\p{L}'’.-]{1,30}(?:\s(?:\p{Lu}[\p{L}'’.-]{1,30}|de|la|del|du|des|der|dem|den|von|van|am|an|im|zum|zur)){0,3}\s\d{1,4}[a-z]?(?:\sm\.\s\d{1,4}|\sApt\.\s\d{1,4})?,\s(?:\d{5}|\d{2}-\d{3}|(?!(?:19|20)\d{2}\s)\d{4}(?: ?[A-Z]{2})?)\s\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30}){0,2}/gu;
const postBox = /\b(?:P\.? ?O\.? ?Box|Post Office Box|Postfach|Apartado(?: Postal)?)\s\d{1,7}\b/giu;

/** Words between a number and a suffix that show that the number counts something else. */
const NOT_IN_ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${unitSource(({ symbol }) => symbol !== 'time', 2)}|g|mph|male|female|patients?|pts?|people|persons?|victims?|on|in|of|a|an|at|from|to|with|without|off|per|and|or|found|down|by|for|lead|large|bore|iv|im|io|po|car|vehicle|lanes?|ekg|ecg|anterior|inferior|lateral|posterior|gauge|breaths?|is|was|are|should|can|when|if|then|after|before|during|over|give|gave|push|drip|rate|dose|what|how|who|which|station|protocol|step|steps|point|story|vehicles?|cars?)(?![\p{L}\d])`,
  'iu',
);
const FOLLOWED_BY_MEDICINE =
  /^\s?(?:elevation|segment|depression|change|scan|angiogra|interval|wave|catheter|test|score|protocol|needle|tube)/iu;

/** Words that mark a place before or after them, for streets whose suffix is a separate word. */
const PLACE_BEFORE =
  /\b(?:at|address|lives?|living|residence|home|to|from|near|of|visit|found|scene|location|res|@)\b(?:\s\p{L}{1,8}){0,2}[\s:,-]{0,3}$/iu;
const PLACE_BEHIND =
  /^(?:\s{0,2}[,.;:?!)\n]|\s{0,2}$|\s(?:apt|unit|suite|#)|\s(?:and|for|with|by|is|has)\b)/iu;

const UNIT =
  /^,?\s{0,2}(?:(?:[Aa]pt|APT|[Aa]partment|APARTMENT|[Uu]nit|UNIT|[Ss]uite|SUITE|[Ss]te|STE|[Ff]loor|FLOOR|[Rr]oom|[Bb]ldg|BLDG|[Ll]ot|LOT|[Ff]lat|FLAT)(?:\.\s{0,2}|\s{1,2}|(?=#))#?\s?[\w-]{1,6}|#\s?[\w-]{1,6})/u;
const TOWN = String.raw`[\p{L}][\p{L}'’.-]{1,30}(?:\s[\p{L}][\p{L}'’.-]{1,30}){0,3}`;
const CAPITAL_TOWN = String.raw`\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30}){0,3}`;
const ZIP = String.raw`\d{5}(?:-\d{4})?`;
/** ", Springfield, IL 62704": unambiguous with a state or a postal code. */
const townStateZip = new RegExp(`^,?\\s{1,2}${TOWN}?,?\\s(?:${STATE}),?\\s{1,2}${ZIP}(?!\\d)`, 'iu');
const townState = new RegExp(`^,\\s{1,2}${CAPITAL_TOWN}?,?\\s(?:${STATE})(?![\\p{L}\\d])`, 'u');
const townStateAnyCase = new RegExp(`^,\\s{1,2}${TOWN}?,\\s(?:${STATE})(?![\\p{L}\\d])`, 'iu');
const townZip = new RegExp(`^,?\\s{1,2}${CAPITAL_TOWN}?,?\\s${ZIP}(?!\\d)`, 'u');
const zipTown = new RegExp(
  `^,\\s{1,2}(?:\\d{4,6}|\\d{2}-\\d{3}|\\d{3}\\s\\d{3}|[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2})(?:\\s${CAPITAL_TOWN})?(?![\\p{L}\\d])`,
  'u',
);
const zipTownAnyCase =
  /^,\s{1,2}(?:\d{4,6}|\d{2}-\d{3})\s[\p{L}'’-]{3,30}(?:\s[\p{L}'’-]{2,30}){0,2}(?=\s{0,2}(?:[,.;:?!)\n]|$))/u;
/** ", Springfield": a town by its capital alone, unless a sentence follows. */
const town = new RegExp(
  `^,\\s${CAPITAL_TOWN}(?=\\s{0,2}(?:[,.;:?!)\\n]|$|(?:and|for|with|by|is|has|who)\\b))`,
  'u',
);
const townPostcode = new RegExp(
  `^,\\s(?:${CAPITAL_TOWN}?,?\\s)?[A-Z]{1,2}\\d[A-Z\\d]?\\s?\\d[A-Z]{2}(?![\\p{L}\\d])`,
  'u',
);
const tails = [
  townPostcode,
  townStateZip,
  townState,
  townStateAnyCase,
  townZip,
  zipTownAnyCase,
  zipTown,
  town,
];
/** Letters and digits of the longest tail. */
const TAIL = 120;

/** The end of an address that starts with a street, including unit, town, state and postal code. */
const endOfAddress = (text: string, end: number): number => {
  const unit = UNIT.exec(text.slice(end, end + 24))?.[0].length ?? 0;
  const rest = text.slice(end + unit, end + unit + TAIL);
  const tail = tails.map((pattern) => pattern.exec(rest)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
  return end + unit + tail;
};

/** Streets recognised by form alone. */
const otherStreets: readonly RegExp[] = [
  oneWordStreet,
  romanceStreet,
  frenchStreet,
  germanicStreet,
  germanStreet,
  withPostalTown,
  postBox,
];

const streetsOf = (text: string): readonly Street[] => {
  const numbered = Array.from(text.matchAll(houseNumber)).flatMap(({ 0: number, index }) => {
    const street = streetFrom(text, index, index + number.length);
    return street === undefined ? [] : [withDirection(text, street)];
  });
  const others = otherStreets.flatMap((pattern) =>
    Array.from(
      text.matchAll(pattern),
      ({ 0: found, index }): Street => ({ start: index, end: index + found.length, counts: 'by form' }),
    ),
  );
  return [...numbered, ...others];
};

const isAddress = (text: string, { start, end, counts }: Street, whole: number): boolean => {
  const name = text.slice(start, end).replace(/^\d{1,6}\S{0,5}\s/u, '');
  const street = name.slice(0, Math.max(0, name.search(/\s\S+$/u)));
  if (counts === 'by form') return true;
  if (NOT_IN_ADDRESS.test(street) || FOLLOWED_BY_MEDICINE.test(text.slice(end, end + 14))) return false;
  // "836 3 Court": numbers alone are no name of a street.
  if (street !== '' && !/\p{L}/u.test(street)) return false;
  if (counts === 'surely') return true;
  if (whole > end) return true;
  const before = text.slice(Math.max(0, start - 30), start);
  if (counts === 'with tail') return PLACE_BEFORE.test(before) && /\d{3}/.test(text.slice(start, end));
  return PLACE_BEFORE.test(before) || (before.trim() === '' && PLACE_BEHIND.test(text.slice(end, end + 10)));
};

/**
 * Addresses, each as one finding: house number, street, unit, town, state and postal code, as in the United States and in
 * some countries of Europe and Latin America. Linear in the length of the text.
 */
export const findAddresses = (text: string): readonly AddressFinding[] =>
  streetsOf(text).flatMap((street) => {
    const whole = endOfAddress(text, street.end);
    const confidence = confidenceOfKind('address');
    return isAddress(text, street, whole)
      ? [{ kind: 'address', start: street.start, end: whole, confidence }]
      : [];
  });
