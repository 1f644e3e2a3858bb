import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { type FigureKind, maxAnchor, maxAnchors, maxCaption } from '../../../../domain/knowledge/figure.ts';
import { maxFiguresOfPage, maxSourcePixels } from '../figures/figure-limits.ts';
import { readsAsCaption } from '../figures/reads-as-caption.ts';
import type { FlowChart } from './find-flow-charts.ts';
import { type Box, boundingBox, type PageCharacter } from './page-character.ts';
import { segmentsOf } from './page-lines.ts';
import type { PageImage, PagePath, PageShape } from './page-shape.ts';
import { isInside, writeFlowChart } from './write-flow-chart.ts';

/** A figure found on a page and not yet drawn. */
export type FoundFigure = {
  readonly kind: FigureKind;
  /** In points of the page before rotation. */
  readonly box: Box;
  readonly caption?: string;
  readonly anchors: readonly string[];
};

/** A page to search for figures. Text and size are upright. */
export type PageToSearch = {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly characters: readonly PageCharacter[];
  readonly shapes: readonly PageShape[];
  readonly charts: readonly FlowChart[];
};

/** Smallest side of a figure in points, and smallest share of the page: half an inch, a postage stamp. */
const minSide = 36;
const leastShare = 0.008;
/** From this share of the page on, a picture is the page itself: a scan. Without a caption, half the page is enough. */
const wholePage = 0.85;
const mostOfPage = 0.5;
/** A picture over this share of the page with many characters on it is a watermark or a coloured background. */
const groundShare = 0.25;
const charactersOnGround = 150;
/** Pictures without a caption in this share of the page, at its top or bottom, are logos and signatures. */
const margin = 0.14;
/** The same at the top of the first page, which has the largest logos. */
const titleMargin = 0.25;
/** Pictures within this distance were cut into strips. */
const seam = 1.5;
/** The largest distance of a caption from its figure, in points, and its most lines. */
const captionDistance = 40;
const captionLines = 4;
/** The largest distance of a picture from the line that it belongs to. */
const anchorDistance = 60;
/** Fewest letters and digits that distinguish one line from others. */
const distinctiveLetters = 12;
/** Fewest pieces of a drawing, and the largest gap between them. */
const leastPieces = 8;
const gapInDrawing = 12;
/** Most drawn pieces to join into drawings, because the cost is quadratic. */
const maxPieces = 2_000;
/**
 * The same for pictures, which may be thin strips. More whole pictures than `maxPictures` are icons and dots, and
 * none is a figure.
 */
const maxStrips = 5_000;
const maxPictures = 200;

const width = ({ left, right }: Box): number => right - left;
const height = ({ bottom, top }: Box): number => top - bottom;
const area = (box: Box): number => Math.max(0, width(box)) * Math.max(0, height(box));
const isNear = (one: Box, other: Box, distance: number): boolean =>
  one.left - distance <= other.right &&
  other.left - distance <= one.right &&
  one.bottom - distance <= other.top &&
  other.bottom - distance <= one.top;

type Joined = { readonly box: Box; readonly count: number };

/** Joins boxes that belong together, directly or through others. */
const joinBoxes = (boxes: readonly Box[], belong: (one: Box, other: Box) => boolean): readonly Joined[] => {
  const groups: Joined[] = [];
  for (const box of boxes) {
    let joined: Joined = { box, count: 1 };
    for (;;) {
      const at = groups.findIndex((group) => belong(group.box, joined.box));
      const [other] = at < 0 ? [] : groups.splice(at, 1);
      if (other === undefined) break;
      joined = { box: boundingBox([other.box, joined.box]), count: other.count + joined.count };
    }
    groups.push(joined);
  }
  return groups;
};

/** Clips a box to the page. */
const onPage = (box: Box, page: Pick<PageToSearch, 'width' | 'height'>): Box => ({
  left: Math.max(0, box.left),
  right: Math.min(page.width, box.right),
  bottom: Math.max(0, box.bottom),
  top: Math.min(page.height, box.top),
});

/** True when a page contains a word that begins captions. Most pages do not, and need no search for drawings. */
const mayHoldCaption = (characters: readonly PageCharacter[]): boolean =>
  /fig|abb|diagram|chart|exhibit|illustration|image|plate|algorithm/i.test(
    characters.map(({ text }) => text).join(''),
  );

type Line = Box & { readonly text: string };

const linesOf = (characters: readonly PageCharacter[]): readonly Line[] => segmentsOf(characters);

/** Returns how far a line is above or below a box with which it shares some width; infinite otherwise. */
const distanceUpOrDown = (line: Box, box: Box): number =>
  line.left > box.right || line.right < box.left
    ? Number.POSITIVE_INFINITY
    : Math.max(0, line.bottom - box.top, box.bottom - line.top);

const distanceBeside = (line: Box, box: Box): number =>
  line.bottom > box.top || line.top < box.bottom
    ? Number.POSITIVE_INFINITY
    : Math.max(0, line.left - box.right, box.left - line.right);

/** Returns the nearest caption below, above or beside a figure, with its continuation lines. */
const captionOf = (box: Box, lines: readonly Line[]): string | undefined => {
  const starts = lines
    .map((line, index) => ({
      index,
      distance: Math.min(distanceUpOrDown(line, box), distanceBeside(line, box)),
    }))
    .filter(({ index, distance }) => distance <= captionDistance && readsAsCaption(lines[index]?.text ?? ''))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = starts;
  if (nearest === undefined) return undefined;
  const texts: string[] = [];
  let last: Line | undefined;
  for (const line of lines.slice(nearest.index, nearest.index + captionLines)) {
    const isOn =
      last === undefined ||
      (line.top <= last.top &&
        last.bottom - line.top < 0.6 * height(line) &&
        line.left < last.right &&
        line.right > last.left &&
        !readsAsCaption(line.text));
    if (!isOn) break;
    texts.push(line.text);
    last = line;
  }
  return texts.join(' ').slice(0, maxCaption).trim();
};

const isDistinctive = (text: string): boolean =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= distinctiveLetters;

const toAnchors = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts
      .map((text) => text.slice(0, maxAnchor))
      .filter(isDistinctive)
      .slice(0, maxAnchors),
  ),
];

/** Returns the lines within and beside a picture, and the one above it. */
const anchorsOf = (box: Box, lines: readonly Line[]): readonly string[] => {
  const beside = lines.filter(
    (line) => line.bottom < box.top && line.top > box.bottom && distanceBeside(line, box) < width(box),
  );
  const above = lines
    .filter((line) => line.bottom >= box.top - 2 && isDistinctive(line.text))
    .map((line) => ({ line, distance: line.bottom - box.top }))
    .filter(({ distance }) => distance <= anchorDistance)
    .sort((one, other) => one.distance - other.distance)[0];
  return toAnchors([...beside, ...(above === undefined ? [] : [above.line])].map(({ text }) => text));
};

const isLargeEnough = (box: Box, page: PageToSearch): boolean =>
  width(box) >= minSide && height(box) >= minSide && area(box) >= leastShare * page.width * page.height;

const isInMargin = (box: Box, page: PageToSearch): boolean =>
  box.bottom >= page.height * (1 - (page.page === 1 ? titleMargin : margin)) ||
  box.top <= page.height * margin;

/** True when two boxes are strips of one picture: edge to edge, and equally wide or high. */
const isContinued = (one: Box, other: Box): boolean => {
  const isEven = (a: number, b: number): boolean => Math.abs(a - b) <= seam;
  return (
    isNear(one, other, seam) &&
    ((isEven(one.left, other.left) &&
      isEven(one.right, other.right) &&
      (isEven(one.bottom, other.top) || isEven(other.bottom, one.top))) ||
      (isEven(one.bottom, other.bottom) &&
        isEven(one.top, other.top) &&
        (isEven(one.left, other.right) || isEven(other.left, one.right))))
  );
};

/** Returns the pictures of a page, with strips joined; none when there are too many to be figures. */
const wholePictures = (images: readonly PageImage[], page: PageToSearch): readonly Box[] => {
  if (images.length > maxStrips) return [];
  const whole = joinBoxes(
    images.map(({ box }) => onPage(box, page)).filter((box) => area(box) > 0),
    isContinued,
  );
  return whole.length > maxPictures ? [] : whole.map(({ box }) => box);
};

const isPicture = (box: Box, page: PageToSearch): boolean => {
  const share = area(box) / (page.width * page.height);
  if (!isLargeEnough(box, page) || share >= wholePage) return false;
  if (share < groundShare) return true;
  const over = page.characters.filter((character) => character.size > 0 && isInside(character, box));
  return over.length < charactersOnGround;
};

/** Finds line drawings next to a caption. */
const drawingBoxes = (
  paths: readonly PagePath[],
  lines: readonly Line[],
  page: PageToSearch,
): readonly Box[] => {
  const captions = lines.filter(({ text }) => readsAsCaption(text));
  if (captions.length === 0) return [];
  const pieces = paths
    .map(({ box }) => onPage(box, page))
    // Leaves out the rules of the page and the background of its text.
    .filter((box) => Math.max(width(box) / page.width, height(box) / page.height) < 0.75);
  if (pieces.length < leastPieces || pieces.length > maxPieces) return [];
  return (
    joinBoxes(pieces, (one, other) => isNear(one, other, gapInDrawing))
      .filter(({ box, count }) => count >= leastPieces && isLargeEnough(box, page))
      .map(({ box }) => box)
      .filter((box) => captions.some((caption) => distanceUpOrDown(caption, box) <= captionDistance))
      // Ruled cells full of text are a table.
      .filter(
        (box) =>
          page.characters.filter((character) => character.size > 0 && isInside(character, box)).length <
          charactersOnGround,
      )
  );
};

const found = (
  kind: FigureKind,
  box: Box,
  caption: string | undefined,
  anchors: readonly string[],
): FoundFigure => ({
  kind,
  box,
  anchors,
  ...omitUndefined({ caption }),
});

/** The figures and pictures of a page. */
export type PageFigures = {
  readonly figures: readonly FoundFigure[];
  /**
   * All pictures of the page, figures or not: one that repeats in the same place on several pages is part of the
   * page template.
   */
  readonly pictures: readonly Box[];
};

/**
 * Finds the figures of a page: flow charts, pictures that are large enough and neither the page itself nor its
 * background, and drawings with a caption. Returns none when the pictures declare more pixels than can be drawn.
 */
export const findFigures = (page: PageToSearch): PageFigures => {
  const { shapes, charts, characters } = page;
  const images = shapes.filter((shape) => shape.kind === 'image');
  const paths = shapes.filter((shape) => shape.kind === 'path');
  const pictures = wholePictures(images, page);
  if (charts.length === 0 && images.length === 0 && paths.length < leastPieces)
    return { figures: [], pictures };
  if (images.reduce((sum, { pixels }) => sum + pixels, 0) > maxSourcePixels) return { figures: [], pictures };
  const shown = pictures.filter((box) => isPicture(box, page));
  const mayBeDrawn = paths.length >= leastPieces && mayHoldCaption(characters);
  if (charts.length === 0 && shown.length === 0 && !mayBeDrawn) return { figures: [], pictures };
  const lines = linesOf(characters);
  const ofCharts = charts.map((chart) =>
    found(
      'flow_chart',
      onPage(chart, page),
      captionOf(
        chart,
        lines.filter((line) => !isInside(line, chart)),
      ),
      toAnchors(
        writeFlowChart(
          chart,
          characters.filter((character) => isInside(character, chart)),
        ).map((part) => part.join(' ')),
      ),
    ),
  );
  const isFree = (box: Box, others: readonly FoundFigure[]): boolean =>
    !others.some((other) => isInside(box, other.box) || isInside(other.box, box));
  const ofPictures = shown
    .filter((box) => isFree(box, ofCharts))
    .map((box) => found('picture', box, captionOf(box, lines), anchorsOf(box, lines)))
    .filter(
      ({ box, caption }) =>
        caption !== undefined ||
        (!isInMargin(box, page) && area(box) < mostOfPage * page.width * page.height),
    );
  const before = [...ofCharts, ...ofPictures];
  const captioned = new Set(before.flatMap(({ caption }) => caption ?? []));
  const ofDrawings = (mayBeDrawn ? drawingBoxes(paths, lines, page) : [])
    .filter((box) => isFree(box, before))
    .map((box) => found('drawing', box, captionOf(box, lines), anchorsOf(box, lines)))
    .filter(({ caption }) => caption !== undefined && !captioned.has(caption));
  const figures = [...before, ...ofDrawings]
    .toSorted((one, other) => other.box.top - one.box.top || one.box.left - other.box.left)
    .slice(0, maxFiguresOfPage);
  return { figures, pictures };
};

/** Removes uncaptioned pictures that repeat in the same place on several pages: they belong to the page template. */
export const withoutRepeated = (
  pages: ReadonlyMap<number, PageFigures>,
): ReadonlyMap<number, readonly FoundFigure[]> => {
  const keyOf = (box: Box): string =>
    [box.left, box.right, box.bottom, box.top].map((edge) => Math.round(edge / 4)).join(' ');
  const times = new Map<string, number>();
  for (const { pictures } of pages.values())
    for (const key of new Set(pictures.map(keyOf))) times.set(key, (times.get(key) ?? 0) + 1);
  const isKept = ({ kind, caption, box }: FoundFigure): boolean =>
    kind !== 'picture' || caption !== undefined || (times.get(keyOf(box)) ?? 0) < 2;
  return new Map([...pages].map(([page, { figures }]) => [page, figures.filter(isKept)]));
};
