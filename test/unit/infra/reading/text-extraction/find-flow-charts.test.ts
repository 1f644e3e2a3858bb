import { describe, expect, it } from 'vitest';
import { findFlowCharts } from '../../../../../infra/reading/text-extraction/pdf/find-flow-charts.ts';
import type { Box } from '../../../../../infra/reading/text-extraction/pdf/page-character.ts';
import type { PagePath, Point } from '../../../../../infra/reading/text-extraction/pdf/page-shape.ts';

const page = { width: 612, height: 792 };

const path = (points: readonly Point[], more: Partial<PagePath> = {}): PagePath => ({
  kind: 'path',
  box: {
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    bottom: Math.min(...points.map(({ y }) => y)),
    top: Math.max(...points.map(({ y }) => y)),
  },
  isFilled: false,
  isStroked: true,
  isCurved: false,
  points,
  segments: points.length,
  ...more,
});
const at = (x: number, y: number): Point => ({ x, y });
const rectangle = (x: number, y: number, width: number, height: number): PagePath =>
  path([at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y)]);
const diamond = (x: number, y: number, width: number, height: number): PagePath =>
  path([
    at(x, y + height / 2),
    at(x + width / 2, y + height),
    at(x + width, y + height / 2),
    at(x + width / 2, y),
    at(x, y + height / 2),
  ]);
const line = (x: number, from: number, to: number): PagePath => path([at(x, from), at(x, to)]);
const head = (x: number, y: number): PagePath =>
  path([at(x - 4, y + 7), at(x + 4, y + 7), at(x, y), at(x - 4, y + 7)], {
    isFilled: true,
    isStroked: false,
  });
const letterIn = ({ box }: PagePath): Box => {
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  return { left: x - 3, right: x + 3, bottom: y - 4, top: y + 4 };
};

/** Boxes below each other, 40 points apart. */
const column = (count: number, shape = rectangle): readonly PagePath[] =>
  Array.from({ length: count }, (_, index) => shape(200, 700 - index * 80, 120, 40));

describe('a flow chart', () => {
  it.each([
    ['boxes', rectangle],
    ['diamonds', diamond],
  ])('is %s connected by arrows', (_, shape) => {
    const boxes = column(3, shape);
    const arrows = [0, 1].flatMap((index) => [
      line(260, 700 - index * 80, 667 - index * 80),
      head(260, 660 - index * 80),
    ]);
    const [chart, ...others] = findFlowCharts([...boxes, ...arrows], boxes.map(letterIn), page);
    expect(others).toEqual([]);
    expect(chart).toMatchObject({ left: 200, right: 320, bottom: 540, top: 740 });
    expect(chart?.nodes).toHaveLength(3);
  });

  it('is four boxes connected by plain lines', () => {
    const boxes = column(4);
    const lines = [0, 1, 2].map((index) => line(260, 700 - index * 80, 660 - index * 80));
    expect(findFlowCharts([...boxes, ...lines], boxes.map(letterIn), page)).toHaveLength(1);
    expect(findFlowCharts([...boxes, ...lines.slice(1)], boxes.map(letterIn), page)).toEqual([]);
  });

  it('keeps a box and its title together', () => {
    const titled = [...column(3), rectangle(200, 740, 120, 20)];
    const arrows = [line(260, 700, 667), head(260, 660), line(260, 620, 587), head(260, 580)];
    const [chart] = findFlowCharts([...titled, ...arrows], titled.map(letterIn), page);
    expect(chart?.nodes.map(({ length }) => length).toSorted()).toEqual([1, 1, 2]);
  });
});

describe('a page without a flow chart', () => {
  it('has a table, whose cells touch one another and whose rules run along them', () => {
    const cells = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2].map((at) => rectangle(100 + at * 90, 600 - row * 20, 90, 20)),
    );
    const rules = [0, 1, 2, 3].map((at) => line(100 + at * 90, 540, 620));
    expect(findFlowCharts([...cells, ...rules], cells.map(letterIn), page)).toEqual([]);
  });

  it('has shaded headings with rules at their sides', () => {
    const heads = column(5);
    const rules = [200, 260, 320].flatMap((x) =>
      [0, 1, 2, 3].map((index) => line(x, 700 - index * 80, 660 - index * 80)),
    );
    expect(findFlowCharts([...heads, ...rules], heads.map(letterIn), page)).toEqual([]);
  });

  it('has form fields with bevels drawn within them', () => {
    const fields = column(4);
    const bevels = fields.flatMap(({ box }) => [
      head(box.left + 20, box.bottom + 5),
      head(box.left + 60, box.bottom + 5),
    ]);
    expect(findFlowCharts([...fields, ...bevels], fields.map(letterIn), page)).toEqual([]);
  });

  it('has boxes without connections or without text', () => {
    const boxes = column(6);
    expect(findFlowCharts(boxes, boxes.map(letterIn), page)).toEqual([]);
    const arrows = [head(260, 660), head(260, 580), line(260, 700, 660), line(260, 620, 580)];
    expect(findFlowCharts([...boxes, ...arrows], [], page)).toEqual([]);
  });

  it('has more drawn objects than a chart', () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      head((index % 60) * 10, Math.floor(index / 60) * 10),
    );
    expect(findFlowCharts([...column(3), ...many], column(3).map(letterIn), page)).toEqual([]);
  });

  it('has lines with more corners than a chart', () => {
    const boxes = column(3);
    const between = [line(260, 700, 667), head(260, 660), line(260, 620, 587), head(260, 580)];
    const bent = Array.from({ length: 100 }, (_, index) =>
      path(Array.from({ length: 20 }, (__, corner) => at(20 + (corner % 2) * 30, index * 7 + corner * 3))),
    );
    expect(findFlowCharts([...boxes, ...between], boxes.map(letterIn), page)).toHaveLength(1);
    expect(findFlowCharts([...boxes, ...between, ...bent], boxes.map(letterIn), page)).toEqual([]);
  });
});
