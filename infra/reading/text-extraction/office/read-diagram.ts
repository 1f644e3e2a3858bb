import type { Element } from 'domhandler';
import type { Block } from '../markup/html-writing.ts';
import { drawingParagraphHtml } from './drawing-text.ts';
import type { OfficeXml } from './office-xml.ts';

/** Deepest level of a diagram to follow; deeper ones are a cycle. */
const deepest = 20;
/** Point types that carry layout, not text. */
const drawn: ReadonlySet<string> = new Set(['pres', 'parTrans', 'sibTrans']);

/**
 * Reads a diagram (SmartArt) as nested list items, from its data points and their parent connections (ECMA-376, part
 * 1, 21.4.3).
 */
export const diagramBlocks = (xml: OfficeXml): readonly Block[] => {
  const { root, attribute, child, children } = xml;
  const points = new Map<string, Element>();
  for (const point of children(child(root, 'dgm:ptLst'), 'dgm:pt')) {
    const id = attribute(point, 'modelId');
    if (id !== undefined && !drawn.has(attribute(point, 'type') ?? 'node')) points.set(id, point);
  }
  const below = new Map<string, { readonly id: string; readonly order: number }[]>();
  const placed = new Set<string>();
  for (const connection of children(child(root, 'dgm:cxnLst'), 'dgm:cxn')) {
    if ((attribute(connection, 'type') ?? 'parOf') !== 'parOf') continue;
    const [from = '', id = ''] = [attribute(connection, 'srcId'), attribute(connection, 'destId')];
    if (!points.has(id)) continue;
    const order = Number.parseInt(attribute(connection, 'srcOrd') ?? '0', 10) || 0;
    below.set(from, [...(below.get(from) ?? []), { id, order }]);
    placed.add(id);
  }
  const blocks: Block[] = [];
  const written = new Set<string>();
  const write = (id: string, level: number): void => {
    if (written.has(id) || level > deepest) return;
    written.add(id);
    const html = children(child(points.get(id), 'dgm:t'), 'a:p')
      .map((paragraph) => drawingParagraphHtml(xml, paragraph))
      .filter((text) => text !== '')
      .join('<br>');
    if (html !== '') blocks.push({ html, item: { level } });
    const next = (below.get(id) ?? []).toSorted((one, other) => one.order - other.order);
    for (const { id: inner } of next) write(inner, html === '' ? level : level + 1);
  };
  for (const id of points.keys()) if (!placed.has(id)) write(id, 0);
  for (const id of points.keys()) write(id, 0);
  return blocks;
};
