import type { Element } from 'domhandler';
import type { LeftOutCount } from '../left-out-count.ts';
import { type Block, blocksHtml, escapeHtml, pictureHtml } from '../markup/html-writing.ts';
import { drawingBlocks, drawingTableHtml } from '../office/drawing-text.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import type { PartTexts } from '../office/part-texts.ts';
import { chartHtml } from '../office/read-chart.ts';
import { diagramBlocks } from '../office/read-diagram.ts';
import { type Relationship, relatedPart, relationshipsOf } from '../office/relationships.ts';
import type { Parts } from '../office/unpack-parts.ts';

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Shape groups and alternatives, whose content is read. */
const containers: ReadonlySet<string | undefined> = new Set(['p:grpSp', 'mc:Choice', 'mc:Fallback']);

const hasText = (xml: OfficeXml, root: Element): boolean => {
  let isFound = false;
  walkElements(root, (element) => {
    const name = xml.nameOf(element);
    isFound ||= (name === 'a:t' || name === 'm:t') && xml.$(element).text().trim() !== '';
    return !isFound;
  });
  return isFound;
};

/** Returns the own properties of any kind of shape, and the placeholder that it fills. */
const shapeProperties = (xml: OfficeXml, shape: Element) => {
  const properties = shape.children.find(
    (node): node is Element => node.type === 'tag' && /:nv\w+Pr$/.test(xml.nameOf(node) ?? ''),
  );
  const placeholder = xml.child(xml.child(properties, 'p:nvPr'), 'p:ph');
  return {
    isHidden: isOn(xml.attribute(xml.child(properties, 'p:cNvPr'), 'hidden')),
    description: xml.attribute(xml.child(properties, 'p:cNvPr'), 'descr'),
    placeholder: placeholder === undefined ? undefined : (xml.attribute(placeholder, 'type') ?? 'obj'),
  };
};

/** Returns the shapes in file order, including those in groups. */
const shapesOf = (xml: OfficeXml, holder: Element | undefined): readonly Element[] =>
  (holder?.children ?? []).flatMap((node): readonly Element[] => {
    if (node.type !== 'tag') return [];
    const name = xml.nameOf(node);
    if (name === 'mc:AlternateContent') {
      const alternatives = [...xml.children(node, 'mc:Choice'), ...xml.children(node, 'mc:Fallback')];
      return shapesOf(xml, alternatives.find((one) => hasText(xml, one)) ?? alternatives[0]);
    }
    if (containers.has(name) && !shapeProperties(xml, node).isHidden) return shapesOf(xml, node);
    return [node];
  });

/** Placeholders for slide titles, with their heading ranks. */
const headings: ReadonlyMap<string | undefined, number> = new Map([
  ['ctrTitle', 1],
  ['title', 2],
]);
/** Placeholders whose paragraphs are list items by default. */
const listed: ReadonlySet<string | undefined> = new Set(['body', 'obj']);

type Reading = {
  readonly parts: Parts;
  readonly xml: OfficeXml;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly count: LeftOutCount;
  /** The texts of charts, diagrams, layouts and notes, which many slides may share. */
  readonly texts: PartTexts;
};

/** Writes a chart or a diagram; `undefined` when its part is missing. */
const embeddedHtml = (
  { parts, relationships, texts }: Reading,
  id: string | undefined,
  write: (part: OfficeXml) => string,
): string | undefined => {
  const relationship = id === undefined ? undefined : relationships.get(id);
  if (relationship === undefined || relationship.isOutside) return undefined;
  return texts.textOf(relationship.target, () => {
    const part = parsePart(parts, relationship.target);
    return part && write(part);
  });
};

const frameHtml = (reading: Reading, frame: Element): string => {
  const { xml } = reading;
  const data = xml.child(xml.child(frame, 'a:graphic'), 'a:graphicData');
  const table = xml.child(data, 'a:tbl');
  if (table !== undefined) return drawingTableHtml(xml, table);
  const inside = (data?.children ?? []).filter((node): node is Element => node.type === 'tag');
  for (const element of inside) {
    const name = element.name.slice(element.name.indexOf(':') + 1);
    const byName = (wanted: string): string | undefined =>
      Object.entries(element.attribs).find(([key]) => key.slice(key.indexOf(':') + 1) === wanted)?.[1];
    const html =
      name === 'chart'
        ? embeddedHtml(reading, byName('id'), chartHtml)
        : name === 'relIds'
          ? embeddedHtml(reading, byName('dm'), (part) => blocksHtml(diagramBlocks(part)))
          : undefined;
    if (html !== undefined) return html;
  }
  if (inside.length > 0) reading.count.miss();
  return '';
};

/** Writes the picture of a shape, or the one that fills it. */
const shapePicture = ({ xml, relationships }: Reading, shape: Element): string => {
  const fill = xml.child(shape, 'p:blipFill') ?? xml.child(xml.child(shape, 'p:spPr'), 'a:blipFill');
  const id = xml.attribute(xml.child(fill, 'a:blip'), 'r:embed');
  const relationship = id === undefined ? undefined : relationships.get(id);
  if (relationship === undefined || relationship.isOutside) return '';
  return pictureHtml(relationship.target, shapeProperties(xml, shape).description);
};

const shapeHtml = (reading: Reading, shape: Element): { readonly html: string; readonly rank: number } => {
  const { xml } = reading;
  const { isHidden, placeholder } = shapeProperties(xml, shape);
  const nothing = { html: '', rank: 0 };
  if (isHidden) {
    if (hasText(xml, shape)) reading.count.hide();
    return nothing;
  }
  if (placeholder === 'sldNum') return nothing;
  if (xml.nameOf(shape) === 'p:graphicFrame') return { html: frameHtml(reading, shape), rank: 1 };
  const heading = headings.get(placeholder);
  const blocks = drawingBlocks(xml, xml.child(shape, 'p:txBody'), { isListed: listed.has(placeholder) });
  if (heading === undefined) return { html: shapePicture(reading, shape) + blocksHtml(blocks), rank: 1 };
  const title: Block = {
    html: blocks
      .map(({ html }) => html)
      .join(' ')
      .replaceAll('<br>', ' '),
    heading,
  };
  return { html: blocksHtml([title]), rank: 0 };
};

const xmlShapes = (xml: OfficeXml): Element | undefined =>
  xml.child(xml.child(xml.root, 'p:cSld'), 'p:spTree');

/** Writes the shapes that a layout or a master shows on each of its slides: all but the placeholders. */
const backgroundHtml = (reading: Reading): string =>
  shapesOf(reading.xml, xmlShapes(reading.xml))
    // Their pictures are logos.
    .filter(
      (shape) =>
        shapeProperties(reading.xml, shape).placeholder === undefined &&
        reading.xml.nameOf(shape) !== 'p:pic',
    )
    .map((shape) => shapeHtml(reading, shape).html)
    .join('\n');

const showsMaster = (xml: OfficeXml): boolean => xml.attribute(xml.root, 'showMasterSp') !== '0';

/** Writes the visible shapes of a slide's layout and master. */
const inheritedHtml = (reading: Reading): string => {
  const { parts, xml, relationships, texts } = reading;
  const layoutName = relatedPart(relationships, 'slideLayout');
  if (!showsMaster(xml) || layoutName === undefined) return '';
  const read = (part: OfficeXml | undefined, name: string | undefined): string =>
    part === undefined || name === undefined
      ? ''
      : backgroundHtml({ ...reading, xml: part, relationships: relationshipsOf(parts, name) });
  const html = texts.textOf(layoutName, () => {
    const layout = parsePart(parts, layoutName);
    if (layout === undefined) return undefined;
    const masterName = relatedPart(relationshipsOf(parts, layoutName), 'slideMaster');
    const master = showsMaster(layout) ? parsePart(parts, masterName) : undefined;
    return read(layout, layoutName) + read(master, masterName);
  });
  return html ?? '';
};

/** The heading of the speaker notes, which are not on the slide. */
const speakerNotes = 'Speaker notes';

const writeNotes = (notes: OfficeXml): string => {
  const bodies = shapesOf(notes, xmlShapes(notes)).filter(
    (shape) => shapeProperties(notes, shape).placeholder === 'body',
  );
  const html = bodies
    .map((shape) => blocksHtml(drawingBlocks(notes, notes.child(shape, 'p:txBody'), { isListed: false })))
    .join('\n');
  return html.trim() === '' ? '' : `<h3>${escapeHtml(speakerNotes)}</h3>\n${html}`;
};

const notesHtml = ({ parts, relationships, texts }: Reading): string => {
  const name = relatedPart(relationships, 'notesSlide');
  if (name === undefined) return '';
  const html = texts.textOf(name, () => {
    const notes = parsePart(parts, name);
    return notes && writeNotes(notes);
  });
  return html ?? '';
};

/** What the slides of one presentation share while they are read. */
export type SlideReading = Pick<Reading, 'parts' | 'count' | 'texts'>;

/** Writes the content of a slide as HTML; empty for a hidden slide. */
export const slideHtml = (shared: SlideReading, name: string): string => {
  const { parts, count } = shared;
  const xml = parsePart(parts, name);
  if (xml === undefined) return '';
  const reading: Reading = { ...shared, xml, relationships: relationshipsOf(parts, name) };
  if (xml.attribute(xml.root, 'show') === '0') {
    if (hasText(xml, xml.root)) count.hide();
    return '';
  }
  const shapes = shapesOf(xml, xmlShapes(xml)).map((shape) => shapeHtml(reading, shape));
  // The title comes first, wherever it is in the file.
  const own = shapes.toSorted((one, other) => one.rank - other.rank).map(({ html }) => html);
  return [...own, inheritedHtml(reading), notesHtml(reading)].filter((html) => html.trim() !== '').join('\n');
};
