import type { GrayImage } from '../ocr/gray-image.ts';
import { type Box, boundingBox } from './page-character.ts';
import { type Pdfium, withMemory } from './pdfium.ts';
import type { PageDrawing } from './read-shapes.ts';
import { createVisibilityCheck, type InvisibilityReason, isNearlyWhite } from './read-text-objects.ts';
import { renderGray } from './render-page.ts';

/** A text object with visible characters, and the box of its ink in points. */
export type VisibleObject = { readonly object: number; readonly box: Box };

/** Most pixels of the page pictures to compare: a US letter page has 485,000. */
const maxPixels = 1_000_000;
/** Least visible difference of a pixel, from 0 to 255. */
const seenFrom = 10;

/** Share of a text that a shape must overlap to cover it. */
const coveredShare = 0.8;
/** From this share of the page on, its pictures are a scan, with its text on or below them for searching. */
const scanShare = 0.5;

const areaOf = ({ left, right, bottom, top }: Box): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

const overlapOf = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
  top: Math.min(one.top, other.top),
});

const liesOver = (shape: Box, text: Box): boolean =>
  areaOf(overlapOf(shape, text)) >= coveredShare * areaOf(text);

/** Renders a page as shown. */
const renderShown = (pdfium: Pdfium, page: number): GrayImage => {
  const { call } = pdfium;
  const points = { width: call.FPDF_GetPageWidthF(page), height: call.FPDF_GetPageHeightF(page) };
  const scale = Math.min(1, Math.sqrt(maxPixels / Math.max(1, points.width * points.height)));
  return renderGray(pdfium, page, {
    width: Math.max(1, Math.ceil(points.width * scale)),
    height: Math.max(1, Math.ceil(points.height * scale)),
  });
};

/** Returns the columns and rows of the rendered page that a box covers, with a pixel around it. */
const pixelsOf = (pdfium: Pdfium, page: number, { left, right, bottom, top }: Box, image: GrayImage): Box =>
  withMemory(pdfium, 8, (pointer) => {
    const corner = (x: number, y: number): Box => {
      pdfium.call.FPDF_PageToDevice(page, 0, 0, image.width, image.height, 0, x, y, pointer, pointer + 4);
      const [across = 0, down = 0] = new Int32Array(pdfium.memory(), pointer, 2);
      return { left: across, right: across, bottom: down, top: down };
    };
    const box = boundingBox([corner(left, bottom), corner(right, top)]);
    return {
      left: Math.max(0, box.left - 1),
      right: Math.min(image.width - 1, box.right + 1),
      bottom: Math.max(0, box.bottom - 1),
      top: Math.min(image.height - 1, box.top + 1),
    };
  });

const differs = (one: GrayImage, other: GrayImage, { left, right, bottom, top }: Box): boolean => {
  for (let row = bottom; row <= top; row += 1)
    for (let at = row * one.width + left; at <= row * one.width + right; at += 1)
      if (Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)) >= seenFrom) return true;
  return false;
};

/** A text object that may be invisible. */
type Doubtful = VisibleObject & { readonly doubt: InvisibilityReason };

/** Most layers of a page that are looked at one by one. */
const maxLayers = 8;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.bottom < other.top && other.bottom < one.top;

/** Returns the text objects whose removal leaves the page looking the same. */
const unseenOf = (pdfium: Pdfium, page: number, doubtful: readonly Doubtful[]): readonly VisibleObject[] => {
  const { call } = pdfium;
  const shown = renderShown(pdfium, page);
  const unchangedWithout = (objects: readonly Doubtful[]): readonly Doubtful[] => {
    try {
      for (const { object } of objects) call.FPDFPageObj_SetIsActive(object, 0);
      const without = renderShown(pdfium, page);
      return objects.filter(({ box }) => !differs(shown, without, pixelsOf(pdfium, page, box, shown)));
    } finally {
      for (const { object } of objects) call.FPDFPageObj_SetIsActive(object, 1);
    }
  };
  const unseen = new Set(unchangedWithout(doubtful));
  // Layers such as two versions of a text lie on each other: where one is off, the other still changes the place.
  const rest = doubtful.filter((one) => !unseen.has(one));
  const inDoubt = rest.filter(
    ({ doubt: { layer }, box }) =>
      layer !== undefined && rest.some((other) => other.doubt.layer !== layer && overlaps(other.box, box)),
  );
  const layers = [...Map.groupBy(inDoubt, ({ doubt: { layer } }) => layer).values()];
  return [...unseen, ...layers.slice(0, maxLayers).flatMap(unchangedWithout)];
};

/** Returns the visible part of a page's coordinates, before rotation. */
const shownPart = (pdfium: Pdfium, page: number): Box | undefined =>
  withMemory(pdfium, 16, (pointer) => {
    if (pdfium.call.FPDF_GetPageBoundingBox(page, pointer) !== 1) return undefined;
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(pdfium.memory(), pointer, 4);
    return right > left && top > bottom ? { left, right, bottom, top } : undefined;
  });

/**
 * Finds the invisible text objects of a page: drawn without ink, white on white, covered, in a disabled layer, or off
 * the page. A form as a whole can be in a layer, which PDFium does not tell. Such signs only make an object doubtful; it is hidden if the page looks the same without it. The text
 * layer of a scan, which exists for searching, does not count.
 */
export const findHiddenText = (
  pdfium: Pdfium,
  page: number,
  said: readonly VisibleObject[],
  { shapes, objects, placeOf, formOf, hasLayers }: PageDrawing & { readonly hasLayers: boolean },
): ReadonlySet<number> => {
  const part = shownPart(pdfium, page);
  const doubtOf = createVisibilityCheck(pdfium);
  const pictures = shapes.flatMap(({ kind, box }) => (kind === 'image' ? [box] : []));
  const areaOfAll = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + areaOf(box), 0);
  const isScan = part !== undefined && areaOfAll(pictures) >= scanShare * areaOf(part);
  const isOnPicture = (box: Box): boolean =>
    areaOfAll(pictures.map((picture) => overlapOf(picture, box))) >= coveredShare * areaOf(box);
  const covers = shapes.map((shape) => shape.kind === 'image' || shape.isFilled);
  const lastCover = covers.lastIndexOf(true);
  const coverAt = (box: Box, from: number, to: number): number => {
    for (let index = to - 1; index >= from; index -= 1) {
      const shape = shapes[index];
      if (shape !== undefined && covers[index] === true && liesOver(shape.box, box)) return index;
    }
    return -1;
  };
  /** True when pale print is on something dark, such as a table head. */
  const isOnDark = (box: Box, place: number): boolean => {
    const under = coverAt(box, 0, place);
    const object = objects[under];
    return shapes[under]?.kind === 'path' && object !== undefined && !isNearlyWhite(pdfium, object);
  };
  const layerOf = (object: number): InvisibilityReason | undefined => {
    const layer = hasLayers ? formOf.get(object) : undefined;
    return layer === undefined ? undefined : { why: 'layer', layer };
  };
  const doubtAt = ({ object, box }: VisibleObject): InvisibilityReason | undefined => {
    const place = placeOf.get(object) ?? shapes.length;
    const isCovered = place <= lastCover && coverAt(box, place, shapes.length) >= 0;
    const doubt = doubtOf(object) ?? (isCovered ? { why: 'covered' } : layerOf(object));
    if (doubt === undefined || (isScan && isOnPicture(box))) return undefined;
    const isOpen =
      doubt.why === 'pale' ? isCovered || !isOnDark(box, place) : doubt.why !== 'no ink' || !isOnPicture(box);
    return isOpen ? doubt : layerOf(object);
  };
  const isOff = ({ box }: VisibleObject): boolean =>
    part !== undefined &&
    (box.right <= part.left || box.left >= part.right || box.top <= part.bottom || box.bottom >= part.top);
  const off = said.filter(isOff);
  const doubtful = said.flatMap((one): readonly Doubtful[] => {
    const doubt = isOff(one) ? undefined : doubtAt(one);
    return doubt === undefined ? [] : [{ ...one, doubt }];
  });
  const unseen = doubtful.length > 0 ? unseenOf(pdfium, page, doubtful) : [];
  return new Set([...off, ...unseen].map(({ object }) => object));
};
