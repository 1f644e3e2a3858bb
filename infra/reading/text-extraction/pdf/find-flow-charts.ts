import { type Box, boundingBox } from './page-character.ts';
import type { PagePath, Point } from './page-shape.ts';

/** A part of a page in which lines join boxes. */
export type FlowChart = Box & {
  /** The boxes, grouped where they touch; text outside them belongs to a line. */
  readonly nodes: readonly (readonly Box[])[];
};

/**
 * Most drawn elements, each piece of a line counted, because the cost is quadratic; more are a picture of something
 * else.
 */
const maxElements = 1_500;
/** Smallest box, in points: room for one short word. */
const leastWidth = 16;
const leastHeight = 9;
/** From this share of the page on, a box is a frame around others. */
const frameShare = 0.35;
/** Largest arrowhead; a fat arrow is a whole arrow. */
const largestHead = 16;
const largestFatArrow = 60;
/** Least share of its bounding box that a box of a chart fills; a diamond fills half. */
const leastFilled = 0.4;
/** Largest gap between the end of a line and its target. */
const reach = 5;
/** Boxes within this distance touch and count as one: rows of a table, or a box with its title. */
const adjoining = 1.5;
/** Charts within this distance are one. */
const nearby = 18;
/** Fewest boxes joined by arrows, and by lines without heads. */
const leastNodes = 3;
const leastPlainNodes = 4;
/** Fewest arrows, and the number that suffices whatever the text in the boxes. */
const leastArrows = 2;
const decisiveArrows = 4;
/** Widest thin line. */
const hairline = 2.5;

const width = ({ left, right }: Box): number => right - left;
const height = ({ bottom, top }: Box): number => top - bottom;
const area = (box: Box): number => width(box) * height(box);
const isNear = (one: Box, other: Box, distance: number): boolean =>
  one.left - distance <= other.right &&
  other.left - distance <= one.right &&
  one.bottom - distance <= other.top &&
  other.bottom - distance <= one.top;
const holds = (outer: Box, inner: Box): boolean =>
  outer.left - adjoining <= inner.left &&
  outer.right + adjoining >= inner.right &&
  outer.bottom - adjoining <= inner.bottom &&
  outer.top + adjoining >= inner.top;
const holdsMiddle = (outer: Box, inner: Box): boolean => {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2];
  return outer.left <= x && x <= outer.right && outer.bottom <= y && y <= outer.top;
};

const isSame = (one: Point, other: Point): boolean =>
  Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5;

/** Returns the distinct corners of a path. */
const cornersOf = ({ points }: PagePath): readonly Point[] =>
  points.filter((point, index) => points.findIndex((other) => isSame(point, other)) === index);

/** True when every corner is at a corner of the box. */
const isRectangle = (corners: readonly Point[], { left, right, bottom, top }: Box): boolean =>
  corners.length === 4 &&
  corners.every(
    ({ x, y }) =>
      Math.min(x - left, right - x) <= adjoining * 1.5 && Math.min(y - bottom, top - y) <= adjoining * 1.5,
  );

/** True for four corners at the middles of the box's sides. */
const isDiamond = (corners: readonly Point[], box: Box): boolean => {
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  const [across, up] = [0.15 * width(box), 0.15 * height(box)];
  return (
    corners.length === 4 &&
    corners.every((corner) => Math.abs(corner.x - x) <= across || Math.abs(corner.y - y) <= up) &&
    area(box) > largestHead * largestHead
  );
};

/** Returns the share of its box that a path fills. */
const filledShare = ({ points, box }: PagePath): number => {
  const doubledArea = points.reduce((sum, point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return sum + point.x * next.y - next.x * point.y;
  }, 0);
  return Math.abs(doubledArea) / 2 / Math.max(1, area(box));
};

/** True for a filled triangle at the end of a line, a line with its head in one piece, or a fat arrow. */
const isArrow = (path: PagePath, corners: readonly Point[]): boolean => {
  if (!path.isFilled || path.isCurved || corners.length < 3) return false;
  if (isRectangle(corners, path.box) || isDiamond(corners, path.box)) return false;
  const [small, large] = [width(path.box), height(path.box)].sort((a, b) => a - b);
  if (small === undefined || large === undefined || large < 3 || small < 2) return false;
  if (corners.length === 7 && small <= largestFatArrow) return true;
  // A bent line with its head, filled and not stroked.
  if (corners.length > 4 && filledShare(path) < leastFilled) return true;
  return corners.length <= 4 ? large <= largestHead : small <= largestHead;
};

const isClosed = ({ points, isFilled }: PagePath): boolean => {
  const [first, last] = [points[0], points.at(-1)];
  return isFilled || (first !== undefined && last !== undefined && isSame(first, last));
};

/**
 * Largest distance between a corner of the bounding box and the nearest point, as a share of the shorter side:
 * corners may be rounded.
 */
const roundness = 0.55;

/** True when a path reaches every corner of its box, which a bent line does not. */
const reachesCorners = (corners: readonly Point[], box: Box): boolean => {
  const distance = roundness * Math.min(width(box), height(box));
  return [box.left, box.right].every((x) =>
    [box.bottom, box.top].every((y) =>
      corners.some((corner) => Math.hypot(corner.x - x, corner.y - y) <= distance),
    ),
  );
};

const isBox = (path: PagePath, corners: readonly Point[]): boolean =>
  width(path.box) >= leastWidth &&
  height(path.box) >= leastHeight &&
  corners.length >= 4 &&
  isClosed(path) &&
  filledShare(path) >= leastFilled &&
  (isDiamond(corners, path.box) || reachesCorners(corners, path.box));

/** Splits an open line into its straight pieces, each as a box. */
const piecesOf = (path: PagePath): readonly Box[] => {
  const { points, box } = path;
  if (Math.min(width(box), height(box)) <= hairline) return [box];
  return points.slice(1).flatMap((point, index) => {
    const before = points[index];
    if (before === undefined) return [];
    return [
      {
        left: Math.min(before.x, point.x),
        right: Math.max(before.x, point.x),
        bottom: Math.min(before.y, point.y),
        top: Math.max(before.y, point.y),
      },
    ];
  });
};

const isLine = (path: PagePath): boolean =>
  !path.isCurved &&
  path.points.length >= 2 &&
  Math.max(width(path.box), height(path.box)) >= 4 &&
  (Math.min(width(path.box), height(path.box)) <= hairline || (path.isStroked && !isClosed(path)));

/** A part of a chart, and its places. */
type Element = { readonly kind: 'node' | 'arrow' | 'line'; readonly at: readonly Box[] };

/** Groups touching boxes and drops boxes inside others. A frame around several boxes is not a box. */
const stacksOf = (boxes: readonly Box[], pageArea: number): readonly (readonly Box[])[] => {
  const isFrame = (box: Box): boolean => {
    if (area(box) > frameShare * pageArea) return true;
    if (area(box) <= 0.15 * pageArea) return false;
    const within = boxes.filter(
      (other) => other !== box && holds(box, other) && area(other) < 0.7 * area(box),
    );
    return within.length >= 3;
  };
  const nodes: Box[] = [];
  for (const box of boxes.filter((one) => !isFrame(one)).toSorted((one, other) => area(other) - area(one)))
    if (!nodes.some((node) => holds(node, box))) nodes.push(box);
  return joinNear(nodes, (one, other) => isNear(one, other, adjoining));
};

/** True when the edge of a box cuts through words: then it does not contain them. */
const cutsWords = (box: Box, touching: readonly (readonly [Box, Box])[]): boolean =>
  touching.some(([one, other]) => holdsMiddle(box, one) !== holdsMiddle(box, other));

/** Returns the pairs of adjacent letters of a word. */
const touchingLetters = (text: readonly Box[]): readonly (readonly [Box, Box])[] =>
  text.flatMap((letter, index): readonly (readonly [Box, Box])[] => {
    const next = text[index + 1];
    if (next === undefined) return [];
    const isOnLine = Math.abs(next.bottom - letter.bottom) < 0.2 * height(letter);
    return isOnLine && Math.abs(next.left - letter.right) < 0.1 * height(letter) ? [[letter, next]] : [];
  });

/** Groups values that belong together, directly or through others. */
const joinNear = <Value>(
  values: readonly Value[],
  belong: (one: Value, other: Value) => boolean,
): readonly (readonly Value[])[] => {
  const groups: Value[][] = [];
  for (const value of values) {
    const own = groups.filter((group) => group.some((other) => belong(value, other)));
    for (const group of own) groups.splice(groups.indexOf(group), 1);
    groups.push([...own.flat(), value]);
  }
  return groups;
};

const meet = (one: Element, other: Element): boolean => {
  // The boxes of a table adjoin and its rules run along them: nothing leads from one to the other.
  if (one.kind === 'node' && other.kind === 'node') return false;
  const distance = one.kind === 'arrow' || other.kind === 'arrow' ? reach + 3 : reach;
  return one.at.some((box) => other.at.some((place) => isNear(box, place, distance)));
};

/** Longest contact of a connecting line with the side of a box. */
const longestContact = 2 * reach + hairline;

/** True when a piece of a line meets a side of a box, and not its corner or its length, as table rules do. */
const meetsSide = (piece: Box, box: Box): boolean => {
  const across = Math.min(piece.right, box.right + reach) - Math.max(piece.left, box.left - reach);
  const up = Math.min(piece.top, box.top + reach) - Math.max(piece.bottom, box.bottom - reach);
  if (Math.max(across, up) > longestContact) return false;
  const isUpright = height(piece) >= width(piece);
  return isUpright
    ? piece.left > box.left + reach - 1 && piece.right < box.right - reach + 1
    : piece.bottom > box.bottom + hairline && piece.top < box.top - hairline;
};

type Leading = readonly [Element, Element];

/** Returns the two boxes that a line connects; `undefined` if it runs along a box or leads nowhere. */
const leadingOf = (line: Element, nodes: readonly Element[]): Leading | undefined => {
  const ends = nodes.filter((node) => meet(line, node));
  const [from, to] = ends;
  if (ends.length !== 2 || from === undefined || to === undefined) return undefined;
  const meetsSides = ({ at }: Element): boolean =>
    at.every((box) => line.at.every((piece) => !isNear(piece, box, reach) || meetsSide(piece, box)));
  return meetsSides(from) && meetsSides(to) ? [from, to] : undefined;
};

/** True when plain lines join all boxes, one line for each pair, and none of them is a rule. */
const isJoinedByLines = (lines: readonly Element[], nodes: readonly Element[]): boolean => {
  const leading = lines.map((line) => leadingOf(line, nodes));
  const pairs = new Set(leading.map((pair) => pair?.map((node) => nodes.indexOf(node)).join(' ')));
  return !leading.includes(undefined) && pairs.size === leading.length && leading.length >= nodes.length - 1;
};

const isChart = (group: readonly Element[], text: readonly Box[]): boolean => {
  const nodes = group.filter(({ kind }) => kind === 'node');
  const arrows = group.filter(({ kind }) => kind === 'arrow').length;
  const said = nodes.filter((node) =>
    text.some((character) => node.at.some((box) => holdsMiddle(box, character))),
  ).length;
  if (nodes.length < leastNodes) return false;
  const isWritten = said >= nodes.length / 2;
  if (arrows >= leastArrows) return isWritten || arrows >= decisiveArrows;
  const lines = group.filter(({ kind }) => kind === 'line');
  return isWritten && nodes.length >= leastPlainNodes && isJoinedByLines(lines, nodes);
};

/** Joins charts that lie side by side, with the boxes within or near them. */
const joinCharts = (
  charts: readonly (readonly Element[])[],
  stacks: readonly Element[],
): readonly FlowChart[] => {
  const boxOf = (elements: readonly Element[]): Box => boundingBox(elements.flatMap(({ at }) => at));
  const joined = joinNear(charts, (one, other) => isNear(boxOf(one), boxOf(other), nearby)).map((group) =>
    group.flat(),
  );
  return joined.map((elements) => {
    const own = boxOf(elements);
    const within = stacks.filter((stack) => stack.at.some((box) => isNear(box, own, reach)));
    const nodes = [...new Set([...elements.filter(({ kind }) => kind === 'node'), ...within])].map(
      ({ at }) => at,
    );
    return { ...boundingBox([own, ...nodes.flat()]), nodes };
  });
};

/** Returns the charts that the boxes form with the elements drawn between them. */
const joinElements = (
  boxes: readonly Box[],
  others: readonly Element[],
  text: readonly Box[],
  pageArea: number,
): readonly FlowChart[] => {
  const stacks = stacksOf(boxes, pageArea).map((at): Element => ({ kind: 'node', at }));
  // Anything drawn within a box is its bevel or its shade.
  const nodes = stacks.flatMap(({ at }) => at);
  const between = others.filter(
    ({ kind, at }) => kind === 'line' || !nodes.some((node) => holds(node, boundingBox(at))),
  );
  const charts = joinNear([...stacks, ...between], meet).filter((group) => isChart(group, text));
  return joinCharts(charts, stacks);
};

/**
 * Finds the flow charts of a page: at least three boxes connected by arrows, or four connected by plain lines, with
 * text in them. `text` has the boxes of the characters. A table is not a chart: its cells touch, and no arrow leads
 * from cell to cell.
 */
export const findFlowCharts = (
  paths: readonly PagePath[],
  text: readonly Box[],
  page: { readonly width: number; readonly height: number },
): readonly FlowChart[] => {
  const boxes: Box[] = [];
  const others: Element[] = [];
  let pieces = 0;
  const put = (element: Element): void => {
    others.push(element);
    pieces += element.at.length;
  };
  for (const path of paths) {
    // Drawn letters and other fine work have no points.
    if (path.points.length === 0) continue;
    const corners = cornersOf(path);
    if (isArrow(path, corners))
      put({ kind: 'arrow', at: filledShare(path) < leastFilled ? piecesOf(path) : [path.box] });
    else if (isLine(path)) put({ kind: 'line', at: piecesOf(path) });
    else if (isBox(path, corners)) boxes.push(path.box);
    if (boxes.length + pieces > maxElements) return [];
  }
  if (boxes.length < leastNodes || others.length < leastArrows) return [];
  const chartsOf = (nodes: readonly Box[]): readonly FlowChart[] =>
    joinElements(nodes, others, text, page.width * page.height);
  // Forms have many boxes and no arrows: most are rejected here, before their words are examined.
  if (!others.some(({ kind }) => kind === 'arrow') && chartsOf(boxes).length === 0) return [];
  const letters = touchingLetters(text);
  return chartsOf(boxes.filter((box) => !cutsWords(box, letters)));
};
