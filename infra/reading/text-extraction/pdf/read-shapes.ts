import { type Box, boundingBox } from './page-character.ts';
import type { PageShape, Point } from './page-shape.ts';
import { createFloatReader, type Pdfium, withMemory } from './pdfium.ts';
import { maxRuleSegments, rulesOf } from './rules-of.ts';

/** Most objects of a page, including those within forms. */
const maxObjects = 20_000;
/** Deepest nesting of forms. */
const maxDepth = 4;
/** Most segments of a path whose corners are read: a box with round corners has 17, an arrow up to 20. */
const maxCorners = 24;

/** `FPDF_PAGEOBJ_…` and `FPDF_SEGMENT_…` of `fpdf_edit.h`. */
const textObject = 1;
const pathObject = 2;
const imageObject = 3;
const formObject = 5;
const curveSegment = 1;

/** The transformation from form to page coordinates: `x' = a x + c y + e`, `y' = b x + d y + f`. */
type Matrix = readonly [number, number, number, number, number, number];
const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

const applied = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Applies first `inner`, then `outer`. */
const chained = (outer: Matrix, inner: Matrix): Matrix => {
  const [a, b, c, d, e, f] = inner;
  const origin = applied(outer, { x: e, y: f });
  return [
    outer[0] * a + outer[2] * b,
    outer[1] * a + outer[3] * b,
    outer[0] * c + outer[2] * d,
    outer[1] * c + outer[3] * d,
    origin.x,
    origin.y,
  ];
};

const onPage = (matrix: Matrix, { left, right, bottom, top }: Box): Box =>
  matrix === unchanged
    ? { left, right, bottom, top }
    : boundingBox(
        [
          [left, bottom],
          [right, bottom],
          [right, top],
          [left, top],
        ].map(([x = 0, y = 0]) => {
          const point = applied(matrix, { x, y });
          return { left: point.x, right: point.x, bottom: point.y, top: point.y };
        }),
      );

/** Bytes of scratch memory for PDFium's results: at most six floats. */
const scratchBytes = 24;

/** The drawn objects of a page other than text. */
export type PageDrawing = {
  /** In drawing order. */
  readonly shapes: readonly PageShape[];
  /** The PDFium objects of the shapes. */
  readonly objects: readonly number[];
  /** The thin horizontal and vertical lines and the sides of boxes, in points of the page before rotation. */
  readonly rules: readonly Box[];
  /** For each text object, the number of shapes drawn before it. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** For each text object within forms, the outermost of these forms. */
  readonly formOf: ReadonlyMap<number, number>;
};

const nothing: PageDrawing = {
  shapes: [],
  objects: [],
  rules: [],
  placeOf: new Map(),
  formOf: new Map(),
};

/**
 * Reads the lines, boxes and pictures of a loaded page, including those within its forms. Returns none when there are
 * more objects than any figure has.
 */
export const readShapes = (pdfium: Pdfium, page: number): PageDrawing => {
  const { call } = pdfium;
  const shapes: PageShape[] = [];
  const objects: number[] = [];
  const rules: Box[] = [];
  const placeOf = new Map<number, number>();
  const formOf = new Map<number, number>();
  let left = maxObjects;

  const read = (pointer: number): void => {
    const float = createFloatReader(pdfium, pointer);
    const matrixOf = (object: number): Matrix => {
      if (call.FPDFPageObj_GetMatrix(object, pointer) !== 1) return unchanged;
      return [float(0), float(1), float(2), float(3), float(4), float(5)];
    };
    const boxOf = (object: number, within: Matrix): Box | undefined => {
      if (call.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12) !== 1)
        return undefined;
      return onPage(within, { left: float(0), bottom: float(1), right: float(2), top: float(3) });
    };
    const readPath = (object: number, within: Matrix): void => {
      const box = boxOf(object, within);
      if (box === undefined || call.FPDFPath_GetDrawMode(object, pointer, pointer + 4) !== 1) return;
      const [fill = 0, stroke = 0] = new Int32Array(pdfium.memory(), pointer, 2);
      const segments = call.FPDFPath_CountSegments(object);
      const points: Point[] = [];
      let isCurved = false;
      if (within === unchanged && segments <= maxRuleSegments) rules.push(...rulesOf(box, stroke !== 0));
      if (segments <= maxCorners) {
        const matrix = chained(within, matrixOf(object));
        for (let index = 0; index < segments; index += 1) {
          const segment = call.FPDFPath_GetPathSegment(object, index);
          if (call.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4) !== 1) continue;
          isCurved ||= call.FPDFPathSegment_GetType(segment) === curveSegment;
          points.push(applied(matrix, { x: float(0), y: float(1) }));
        }
      }
      objects.push(object);
      shapes.push({
        kind: 'path',
        box,
        isFilled: fill !== 0,
        isStroked: stroke !== 0,
        isCurved: isCurved || segments > maxCorners,
        points,
        segments,
      });
    };
    const readImage = (object: number, within: Matrix): void => {
      const box = boxOf(object, within);
      if (box === undefined) return;
      const isKnown = call.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4) === 1;
      const [width = 0, height = 0] = new Uint32Array(pdfium.memory(), pointer, 2);
      objects.push(object);
      shapes.push({ kind: 'image', box, pixels: isKnown ? width * height : Number.POSITIVE_INFINITY });
    };
    /** `forms` are the forms around the objects, from the outermost. */
    const readAll = (
      count: number,
      at: (index: number) => number,
      within: Matrix,
      forms: readonly number[],
    ): void => {
      const [outermost] = forms;
      for (let index = 0; index < count && left > 0; index += 1) {
        left -= 1;
        const object = at(index);
        const type = call.FPDFPageObj_GetType(object);
        if (type === textObject) {
          placeOf.set(object, shapes.length);
          if (outermost !== undefined) formOf.set(object, outermost);
        } else if (type === pathObject) readPath(object, within);
        else if (type === imageObject) readImage(object, within);
        else if (type === formObject && forms.length < maxDepth)
          readAll(
            call.FPDFFormObj_CountObjects(object),
            (one) => call.FPDFFormObj_GetObject(object, one),
            chained(within, matrixOf(object)),
            [...forms, object],
          );
      }
    };
    readAll(call.FPDFPage_CountObjects(page), (index) => call.FPDFPage_GetObject(page, index), unchanged, []);
  };
  withMemory(pdfium, scratchBytes, read);
  return left > 0 ? { shapes, objects, rules, placeOf, formOf } : nothing;
};
