import { cellsOfRow, isTableRow, isTableRule } from '../../../domain/knowledge/markdown-row.ts';
import { type Box, boundingBox, type PageCharacter } from '../text-extraction/pdf/page-character.ts';
import { onSameLine, type Segment, segmentsOf } from '../text-extraction/pdf/page-lines.ts';
import { type LetterStream, letterStream } from './letter-stream.ts';

/** The indices of the characters of a passage's line on the page, or the reason why they are not known. */
export type FoundLine = readonly number[] | 'blank' | 'not-found' | 'stands-twice';

/** One occurrence of a text: the indices of its characters on the page, and the box around them. */
type Place = { readonly indices: readonly number[]; readonly box: Box };

/** Most occurrences of a text to consider: a text that occurs more often identifies nothing. */
const MAX_PLACES = 200;
/** Shorter texts occur anywhere by chance: they count only next to a line that is already found. */
const MIN_DISTINCTIVE = 6;
/** Most characters between two consecutive lines: a line end, a mark. */
const BESIDE = 6;
/** Most pieces of one cell, one below the other. */
const MAX_PIECES = 40;
/** Most steps from a piece to the one below: when all pieces read alike, the paths through them are countless. */
const MAX_STEPS = 5_000;
/** Line heights by which the next piece of a cell may be below the one before. */
const NEXT_LINE = 1.2;

const height = ({ top, bottom }: Box): number => top - bottom;

const isAlphanumeric = (character: PageCharacter | undefined): character is PageCharacter =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character.text);

type Piece = { readonly segment: Segment; readonly indices: readonly number[]; readonly text: string };
type Ordered = { readonly stream: LetterStream; readonly order: readonly number[] };

/** The text of a page in one direction: in file order, in reading order, and in pieces. */
type Writing = { readonly drawn: Ordered; readonly seen: Ordered; readonly pieces: readonly Piece[] };

/** Sorts pieces into lines from the top, each line from left to right. */
const asSeen = (pieces: readonly Piece[]): readonly Piece[] => {
  const lines: Piece[][] = [];
  for (const piece of pieces.toSorted((one, other) => other.segment.top - one.segment.top)) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && onSameLine(line[0].segment, piece.segment)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.flatMap((line) => line.toSorted((one, other) => one.segment.left - other.segment.left));
};

const writingOf = (characters: readonly PageCharacter[], order: readonly number[]): Writing => {
  const own = order.flatMap((index) => characters[index] ?? []);
  const indexOf = new Map(own.map((character, at) => [character, order[at] ?? 0]));
  const pieces = segmentsOf(own).map((segment) => ({
    segment,
    indices: segment.characters.flatMap((character) => indexOf.get(character) ?? []),
    text: letterStream(segment.characters).text,
  }));
  const seen = asSeen(pieces).flatMap(({ indices }) => indices);
  return {
    drawn: { stream: letterStream(own), order },
    seen: { stream: letterStream(seen.flatMap((index) => characters[index] ?? [])), order: seen },
    pieces,
  };
};

const placeOf = (characters: readonly PageCharacter[], indices: readonly number[]): Place => {
  const own = [...new Set(indices)].sort((one, other) => one - other);
  const inked = own.flatMap((index) => {
    const character = characters[index];
    return character === undefined || character.size === 0 ? [] : [character];
  });
  return { indices: own, box: boundingBox(inked) };
};

/** Finds the contiguous occurrences of a text, as whole words and numbers only. */
const stretches = ({ stream, order }: Ordered, sought: string): readonly (readonly number[])[] => {
  const found: number[][] = [];
  for (let at = stream.text.indexOf(sought); at >= 0; at = stream.text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    if (!stream.isBorder(at) || !stream.isBorder(end)) continue;
    found.push(
      stream.owners.slice(at, end).flatMap((owner) => (owner === undefined ? [] : (order[owner] ?? []))),
    );
    if (found.length > MAX_PLACES) return [];
  }
  return found;
};

/**
 * Finds the occurrences of a text in pieces one below the other, such as the lines of a cell that are drawn together
 * with those of its neighbours.
 */
const stacks = (pieces: readonly Piece[], sought: string): readonly (readonly number[])[] => {
  const found: number[][] = [];
  let steps = 0;
  const extend = (last: Piece, rest: string, indices: readonly number[], depth: number): void => {
    steps += 1;
    if (rest === '') found.push([...indices]);
    if (rest === '' || depth > MAX_PIECES || found.length > MAX_PLACES || steps > MAX_STEPS) return;
    for (const next of pieces) {
      const [above, below] = [last.segment, next.segment];
      const gap = above.bottom - below.top;
      const unit = Math.max(height(above), height(below));
      const isBelow = gap > -0.5 * unit && gap < NEXT_LINE * unit;
      if (!isBelow || below.left >= above.right || above.left >= below.right) continue;
      const joined = restAfter(rest, next.text);
      if (joined !== undefined) extend(next, joined, [...indices, ...next.indices], depth + 1);
    }
  };
  for (const piece of pieces) {
    const rest = restAfter(sought, piece.text);
    if (rest !== undefined && rest !== '') extend(piece, rest, piece.indices, 1);
  }
  // When not all paths were tried, there may be more occurrences.
  return steps > MAX_STEPS ? [] : found;
};

/**
 * Returns the rest of a text after its first piece, without a sign between two numbers; `undefined` if the text does
 * not start with the piece.
 */
const restAfter = (text: string, piece: string): string | undefined => {
  if (piece === '' || !text.startsWith(piece)) return undefined;
  return text.slice(piece.length).replace(/^[·-](?=\p{N})/u, '');
};

const onePlaceEach = <Found extends Place>(places: readonly Found[]): readonly Found[] => [
  ...new Map(places.map((place) => [place.indices.join(), place])).values(),
];

/** A page prepared for searching. */
type Searched = {
  readonly characters: readonly PageCharacter[];
  readonly writings: readonly Writing[];
};

const placesOf = ({ characters, writings }: Searched, text: string): readonly Place[] => {
  const sought = letterStream([...text].map((character) => ({ text: character }))).text;
  if (sought === '') return [];
  const ways: readonly ((writing: Writing) => readonly (readonly number[])[])[] = [
    ({ drawn }) => stretches(drawn, sought),
    ({ seen }) => stretches(seen, sought),
    ({ pieces }) => stacks(pieces, sought),
  ];
  for (const way of ways) {
    const found = writings.flatMap(way);
    if (found.length === 0) continue;
    const places = found.map((indices) => placeOf(characters, indices));
    return onePlaceEach(places);
  }
  return [];
};

const isBeside = (one: Box, other: Box): boolean => {
  const shared = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
  return shared > 0.5 * Math.min(height(one), height(other));
};

/** A cell of a row. `isShared` when a vertical neighbour has the same text, as in a cell that spans rows. */
type Cell = { readonly text: string; readonly column: number; readonly isShared: boolean };

const cellsOf = (line: string): readonly string[] =>
  cellsOfRow(line).map((cell) => cell.replaceAll('\\|', '|').replaceAll('<br>', ' '));

const rowOf = (lines: readonly string[], at: number): readonly Cell[] => {
  const neighbours = [lines[at - 1], lines[at + 1]].map((line) =>
    isTableRow(line) && line !== undefined ? cellsOf(line) : [],
  );
  const cells = cellsOf(lines[at] ?? '');
  return cells.flatMap((text, column) => {
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    return [{ text, column, isShared: neighbours.some((neighbour) => neighbour[column] === text) }];
  });
};

/** True when one place comes right after the other in file order. */
const follows = (one: readonly number[], other: readonly number[]): boolean => {
  const gap = (other[0] ?? 0) - (one.at(-1) ?? 0);
  return gap > 0 && gap <= BESIDE;
};

/** A distinct cell text of a row, its columns, and its places on the page. */
type CellText = Omit<Cell, 'column'> & {
  readonly columns: readonly number[];
  readonly places: readonly Place[];
};

const cellTextsOf = (page: Searched, cells: readonly Cell[]): readonly CellText[] =>
  // Longest first: "5" also occurs in "5 mg".
  [...Map.groupBy(cells, ({ text }) => text)]
    .map(([text, same]) => ({
      text,
      columns: same.map(({ column }) => column),
      isShared: same.every(({ isShared }) => isShared),
      places: placesOf(page, text),
    }))
    .sort((one, other) => other.text.length - one.text.length);

/** The characters of a row on the page. Those in `shared` may belong to other rows, too. */
type FoundRow = Place & { readonly shared: ReadonlySet<number> };

type PlacedCellText = CellText & { readonly chosen: readonly Place[] };

/**
 * True when the cells follow the order of their columns from left to right: the dose of one column is not that of
 * another.
 */
const isInOrder = (cellTexts: readonly PlacedCellText[]): boolean =>
  cellTexts.every((one) =>
    cellTexts.every((other) => {
      if (Math.max(...one.columns) >= Math.min(...other.columns)) return true;
      return one.chosen.every(({ box }) => other.chosen.every((right) => box.left < right.box.left));
    }),
  );

/**
 * True when other text lies among the cells of a row. When a spanning cell is on the page less often than in the
 * table (`lacking`), text anywhere on the row's height counts, because another row might be mistaken for it.
 */
const containsOtherText = (
  characters: readonly PageCharacter[],
  taken: ReadonlySet<number>,
  lacking: readonly CellText[],
): boolean => {
  const elsewhere = new Set(lacking.flatMap(({ places }) => places.flatMap(({ indices }) => indices)));
  const { box } = placeOf(characters, [...taken]);
  return characters.some((character, index) => {
    if (!isAlphanumeric(character) || taken.has(index)) return false;
    const [x, y] = [(character.left + character.right) / 2, (character.bottom + character.top) / 2];
    if (y <= box.bottom || y >= box.top) return false;
    const isAmong = x > box.left && x < box.right;
    return (isAmong || lacking.length > 0) && !elsewhere.has(index);
  });
};

/**
 * Returns the row with a cell in this place; `undefined` if another of its cells is missing beside it or is
 * ambiguous.
 */
const rowBeside = (
  characters: readonly PageCharacter[],
  cellTexts: readonly CellText[],
  anchor: Place,
): FoundRow | undefined => {
  const distinct: PlacedCellText[] = [];
  const taken = new Set<number>();
  const isFree = ({ indices }: Place): boolean => !indices.some((index) => taken.has(index));
  for (const cellText of cellTexts) {
    const { columns, isShared, places } = cellText;
    const beside = places.filter((place) => isBeside(place.box, anchor.box) && isFree(place));
    const row = [...taken].sort((one, other) => one - other);
    const isDrawnBeside = ({ indices }: Place): boolean =>
      [anchor.indices, row].some(
        (known) => known === indices || follows(known, indices) || follows(indices, known),
      );
    // The page has this text more often than the row has: there is text outside the table.
    const chosen = beside.length <= columns.length ? beside : beside.filter(isDrawnBeside);
    if (chosen.length > 0 && chosen.length <= columns.length) {
      distinct.push({ ...cellText, chosen });
      for (const { indices } of chosen) for (const index of indices) taken.add(index);
    } else if (!isShared) return undefined;
  }
  const lacking = cellTexts.filter(
    ({ text, columns }) => distinct.find((one) => one.text === text)?.chosen.length !== columns.length,
  );
  if (taken.size === 0 || !isInOrder(distinct) || containsOtherText(characters, taken, lacking))
    return undefined;
  const shared = distinct.flatMap(({ isShared, chosen }) =>
    isShared ? chosen.flatMap(({ indices }) => indices) : [],
  );
  return { ...placeOf(characters, [...taken]), shared: new Set(shared) };
};

/** The widest space between two words, in type sizes; cells are further apart. */
const WORD_SPACE = 0.8;

/** True when text continues right next to the match: "1" was found in "1 mg", which is another cell. */
const isTorn = ({ characters, writings }: Searched, taken: ReadonlySet<number>): boolean =>
  writings.some(({ pieces }) =>
    pieces.some(({ indices }) => {
      const alphanumeric = indices.filter((index) => isAlphanumeric(characters[index]));
      return alphanumeric.some((index, at) => {
        const next = alphanumeric[at + 1];
        const [one, other] = [characters[index], characters[next ?? -1]];
        if (next === undefined || one === undefined || other === undefined) return false;
        return taken.has(index) !== taken.has(next) && other.left - one.right < WORD_SPACE * one.size;
      });
    }),
  );

/** Adds to a row the cells that span several rows, if each of them has only one place on the page. */
const withReachingCells = (page: Searched, cellTexts: readonly CellText[], row: FoundRow): FoundRow => {
  const reaching = cellTexts.flatMap(({ isShared, places }) => {
    if (!isShared) return [];
    const [place, ...others] = places.filter(({ indices }) => !isTorn(page, new Set(indices)));
    if (place === undefined || others.length > 0) return [];
    return place.indices.filter((index) => !row.indices.includes(index));
  });
  if (reaching.length === 0) return row;
  return {
    ...placeOf(page.characters, [...row.indices, ...reaching]),
    shared: new Set([...row.shared, ...reaching]),
  };
};

/** Finds the places of a row: those where all its own cells are side by side. */
const placesOfRow = (page: Searched, lines: readonly string[], at: number): readonly FoundRow[] => {
  const cellTexts = cellTextsOf(page, rowOf(lines, at));
  const anchors = cellTexts
    .filter(({ isShared }) => !isShared)
    .toSorted((one, other) => one.places.length - other.places.length);
  for (const { places } of anchors) {
    const rows = places.flatMap((place) => {
      const row = rowBeside(page.characters, cellTexts, place);
      return row === undefined || isTorn(page, new Set(row.indices)) ? [] : [row];
    });
    // When a cell repeats in every row, a place without it is another row.
    const most = Math.max(0, ...rows.map(({ indices }) => indices.length));
    const whole = rows.filter(({ indices }) => indices.length === most);
    if (whole.length > 0) return onePlaceEach(whole.map((row) => withReachingCells(page, cellTexts, row)));
  }
  return [];
};

type Candidate = Place & { readonly shared?: ReadonlySet<number> };

/** Chooses for ambiguous and short lines the place right next to a known line. */
const settle = (
  candidates: readonly (readonly Candidate[])[],
  isDistinctive: readonly boolean[],
): readonly FoundLine[] => {
  const known: (Candidate | undefined)[] = candidates.map(([place, ...others], at) =>
    place !== undefined && others.length === 0 && isDistinctive[at] === true ? place : undefined,
  );
  const settleAt = (at: number): void => {
    if (known[at] !== undefined) return;
    const [above, below] = [known[at - 1], known[at + 1]];
    const fitting = (candidates[at] ?? []).filter(
      ({ indices }) =>
        (above !== undefined && follows(above.indices, indices)) ||
        (below !== undefined && follows(indices, below.indices)),
    );
    if (fitting.length === 1) known[at] = fitting[0];
  };
  for (let at = 0; at < candidates.length; at += 1) settleAt(at);
  for (let at = candidates.length - 1; at >= 0; at -= 1) settleAt(at);
  const own = known.map((place) => place?.indices.filter((index) => place.shared?.has(index) !== true) ?? []);
  const claims = new Map<number, number>();
  for (const index of own.flat()) claims.set(index, (claims.get(index) ?? 0) + 1);
  return known.map((place, at) => {
    // A place that two lines match belongs to at most one of them.
    if (place !== undefined && own[at]?.every((index) => claims.get(index) === 1)) return place.indices;
    return (candidates[at] ?? []).length === 0 ? 'not-found' : 'stands-twice';
  });
};

/**
 * Finds the lines of a passage on a page: a line of text in one stretch, a table row where its cells are side by
 * side. Of several places, the one next to a known line is chosen; if none is, the line stays unmarked: a mark on the
 * wrong dose does harm, a missing mark does not.
 */
export const findLines = (
  characters: readonly PageCharacter[],
  lines: readonly string[],
): readonly FoundLine[] => {
  const directions = Map.groupBy(characters.keys(), (index) => characters[index]?.quarters ?? 0);
  const page = {
    characters,
    writings: [...directions.values()].map((order) => writingOf(characters, order)),
  };
  const sought = lines.flatMap((line, at) =>
    isTableRule(line) || !/[\p{L}\p{N}]/u.test(line) ? [] : [{ line, at }],
  );
  const found = settle(
    sought.map(({ line, at }) => (isTableRow(line) ? placesOfRow(page, lines, at) : placesOf(page, line))),
    sought.map(
      ({ line }) => sought.length === 1 || (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_DISTINCTIVE,
    ),
  );
  const byLine = new Map(sought.map(({ at }, index) => [at, found[index] ?? 'not-found']));
  return lines.map((_, at) => byLine.get(at) ?? 'blank');
};
