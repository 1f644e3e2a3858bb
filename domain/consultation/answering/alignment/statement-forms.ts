import { weakMemoize } from '../../../kernel/weak-memoize.ts';
import type { Place } from '../evidence-index.ts';
import { type Item, isDose, isStrong, itemsOfSentence, readItems } from './read-items.ts';
import { withoutReferences } from './without-references.ts';

/** A sentence of a statement, with every order of its items that means the same. */
export type Segment = {
  /** The original text. */
  readonly text: string;
  readonly items: readonly Item[];
  readonly orders: readonly (readonly Item[])[];
  /** The same without a strength in brackets. */
  readonly ordersWithoutStrength: readonly (readonly Item[])[];
};

const entryMarker =
  /^\s*(?:(?:\d{1,3}[.)]|\([a-z\d]{1,3}\)|[A-Za-z][.)]|(?:[ivx]{1,5}|[IVX]{1,5})[.)]|[•▪◦●○◊❖*–-]|#{1,6})\s+|[\u2460-\u2473\u2776-\u277f]\s*)+/u;

/** Strips the list marker, heading marks or row bars from a statement. */
export const plainStatement = (text: string): string => text.replace(entryMarker, '').trim();

/** Conjunctions and negations: reordering across one changes the meaning. */
const joining: ReadonlySet<string> = new Set(['or', 'and', 'then', 'but', 'not', 'no', 'never']);
const openers: ReadonlySet<string> = new Set(['if', 'unless', 'until', 'after', 'before', 'during']);
const personal: ReadonlySet<string> = new Set(['for', 'in', 'to']);

/** Whether items name at most one drug and one dose. */
export const isOneDose = (items: readonly Item[]): boolean =>
  items.filter(isDose).length <= 1 &&
  new Set(items.flatMap(({ kind, id }) => (kind === 'drug' ? [id] : []))).size <= 1;

/** Variants with the only condition, or the only kind of patients, moved to the other end. */
const withMovedQualifier = (items: readonly Item[]): readonly (readonly Item[])[] => {
  if (!isOneDose(items)) return [];
  const isMovable = (part: readonly Item[], rest: readonly Item[]): boolean =>
    part.length > 0 &&
    rest.some(isStrong) &&
    !rest.some(({ id }) => joining.has(id) || openers.has(id)) &&
    part.filter(({ id }) => openers.has(id)).length <= 1 &&
    !part.some(({ id }) => id === ',');
  const moved: (readonly Item[])[] = [];
  const [first] = items;
  const comma = items.findIndex(({ id }) => id === ',');
  if (first !== undefined && comma > 0 && (openers.has(first.id) || personal.has(first.id))) {
    const [part, rest] = [items.slice(0, comma), items.slice(comma + 1)];
    if (isMovable(part, rest)) moved.push([...rest, ...part]);
  }
  const tail = items.findIndex(({ id }, at) => at > 0 && openers.has(id));
  if (tail > 0) {
    const [rest, part] = [items.slice(0, tail), items.slice(tail)];
    if (isMovable(part, rest)) moved.push([...part, ...rest]);
  }
  const to = items.findLastIndex(({ id }) => personal.has(id));
  if (to > 0 && tail < 0) {
    const [rest, part] = [items.slice(0, to), items.slice(to)];
    const isOfPatients = part.every(({ kind, isLoose }) => kind === 'patients' || isLoose);
    if (isOfPatients && items.filter(({ kind }) => kind === 'patients').length === 1 && isMovable(part, rest))
      moved.push([...part, ...rest]);
  }
  return moved;
};

const permutations = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  values.length < 2
    ? [values]
    : values.flatMap((value, at) =>
        permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
      );

/** Variants with drug, dose and route in any order, if there is one of each side by side. */
const withMovedDose = (items: readonly Item[]): readonly (readonly Item[])[] => {
  if (!isOneDose(items)) return [];
  const isCore = (item: Item): boolean => item.kind === 'drug' || item.kind === 'route' || isDose(item);
  const start = items.findIndex(isCore);
  if (start < 0) return [];
  let end = start;
  for (let at = start; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) break;
    if (isCore(item)) end = at + 1;
    else if (
      !item.isLoose &&
      !(item.id === 'or' && items[at - 1]?.kind === 'route' && items[at + 1]?.kind === 'route')
    )
      break;
  }
  const groups = new Map<string, Item[]>();
  for (const item of items.slice(start, end)) {
    const group =
      item.kind === 'drug'
        ? 'drug'
        : isDose(item)
          ? 'dose'
          : item.kind === 'route' || item.id === 'or'
            ? 'route'
            : undefined;
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  if (groups.size < 2) return [];
  return permutations([...groups.values()]).map((order) => [
    ...items.slice(0, start),
    ...order.flat(),
    ...items.slice(end),
  ]);
};

/** The items without a strength in brackets. */
export const withoutStrength = (items: readonly Item[]): readonly Item[] =>
  items.filter(
    ({ number }, at) =>
      !(number?.kind === 'strength' && items[at - 1]?.id === ',' && (items[at + 1]?.id ?? ',') === ','),
  );

const ordersOf = (items: readonly Item[]): readonly (readonly Item[])[] => {
  const moved = [items, ...withMovedQualifier(items)];
  return [...moved, ...moved.flatMap(withMovedDose)];
};

/** A reference to a section at the end, which in an answer would be read as a citation: "contraindicated (4)." */
const reference = /\(\d{1,2}(?:\s?[,;–-]\s?\d{1,2}){0,8}\)[\s.;,]{0,4}$/;

/** A sentence may repeat the references of its statement, or leave all of them out; it may not add any. */
const segmentOf = (text: string): Segment => {
  const said = text.replace(reference, '');
  const bare = withoutReferences(said);
  const items = itemsOfSentence(said);
  const wordings = bare === said ? [items] : [items, itemsOfSentence(bare)];
  return {
    text,
    items,
    orders: wordings.flatMap(ordersOf),
    ordersWithoutStrength: wordings.flatMap((wording) => ordersOf(withoutStrength(wording))),
  };
};

/** Maximum length of a label: "Adults with anaphylaxis:". */
const longestLabel = 60;
const label = /^([^:.;]{2,60}):\s+(?=\S)/;

/** The sentences of a statement, and its opening label. */
export type StatementForms = {
  readonly label: string | undefined;
  readonly labelItems: readonly Item[];
  readonly segments: readonly Segment[];
};

const ends = /(?<=[.!?;]["”’)]{0,4})\s+/u;

/** Splits a text into sentences; the period of an abbreviation does not end one. */
const sentencesOf = (text: string): readonly string[] => {
  const parts: string[] = [];
  for (const part of text.split(ends)) {
    const before = parts.at(-1);
    const isDivided =
      before === undefined || readItems(before).at(-1)?.kind === 'end' || /[;?!]["”’)]*$/u.test(before);
    if (isDivided) parts.push(part);
    else parts[parts.length - 1] = `${before} ${part}`;
  }
  return parts.filter((part) => part.trim() !== '');
};

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Formats a table row in words: each cell after its column head. */
export const rowInWords = (place: Place): string => {
  const cells = cellsOf(place.statement.text);
  const head = place.heads.find(({ text }) => text.startsWith('|'));
  const names = head === undefined ? [] : cellsOf(head.text);
  return cells
    .flatMap((cell, at) => {
      const name = names[at] ?? '';
      return cell === '' ? [] : [name === '' || name === cell ? cell : `${name}: ${cell}`];
    })
    .join('; ');
};

/** Whether a column head names for what its cells hold: a drug, patients, a route, an age or a weight. */
const isAlternative = (name: string): boolean =>
  readItems(name).some(
    ({ kind }) => kind === 'drug' || kind === 'patients' || kind === 'route' || kind === 'number',
  );

/** The wordings of a row with its heads, and of one of its cells where the others are alternatives to it. */
const segmentsOfRow = (place: Place): readonly Segment[] => {
  const cells = cellsOf(place.statement.text);
  const head = place.heads.find(({ text }) => text.startsWith('|'));
  const whole = segmentOf(rowInWords(place));
  const [first = ''] = cells;
  const names = head === undefined ? [] : cellsOf(head.text);
  const single = names.slice(1).every(isAlternative)
    ? cells.flatMap((cell, at) => {
        const name = names[at] ?? '';
        if (at === 0 || cell === '' || name === '' || first === '') return [];
        return [segmentOf(`${first}: ${name} ${cell}`), segmentOf(`${name} ${cell} ${first}`)];
      })
    : [];
  const asWritten = head === undefined ? [segmentOf(cells.join(' '))] : [];
  const orders = [whole, ...asWritten, ...single].flatMap((one) => one.orders);
  return [{ text: rowInWords(place), items: whole.items, orders, ordersWithoutStrength: [] }];
};

const formsOf = (place: Place): StatementForms => {
  const { text } = place.statement;
  if (place.isTableRow) return { label: undefined, labelItems: [], segments: segmentsOfRow(place) };
  const plain = plainStatement(text);
  const found = label.exec(plain);
  const named = found?.[1];
  const read = named === undefined || named.length > longestLabel ? undefined : readItems(named);
  const isLabel =
    read?.some(({ kind, id }) => kind === 'number' || joining.has(id) || openers.has(id)) === false;
  const rest = isLabel ? plain.slice(found?.[0].length ?? 0) : plain;
  return {
    label: isLabel ? named : undefined,
    labelItems: isLabel ? read : [],
    segments: sentencesOf(rest).map(segmentOf),
  };
};

/** Computes the forms of a place, once. */
export const statementForms: (place: Place) => StatementForms = weakMemoize(formsOf);
