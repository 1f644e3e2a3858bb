import type { Element } from 'domhandler';
import type { OfficeXml } from '../office/office-xml.ts';

/** The text properties of a style. An unset property is `undefined`. */
export type OpenStyle = {
  readonly isHidden?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly level?: 'raised' | 'lowered' | 'line' | undefined;
  readonly font?: string | undefined;
};

/** A list level: how its items are numbered. Without a `format` they have bullets. */
export type OpenListLevel = {
  readonly format: string | undefined;
  readonly prefix: string;
  readonly suffix: string;
  readonly shownLevels: number;
  readonly start: number;
};

/** The styles of a file: the automatic ones of its text, and the shared ones. */
export type OpenStyles = {
  readonly textStyle: (family: 'text' | 'paragraph' | 'table-cell', name: string | undefined) => OpenStyle;
  readonly listLevel: (name: string | undefined, level: number) => OpenListLevel | undefined;
  readonly outlineLevel: (level: number) => OpenListLevel | undefined;
  /** The list that a paragraph's style assigns it to. */
  readonly listOfStyle: (name: string | undefined) => string | undefined;
  /** The rank of a paragraph that its style makes a heading (the title is 1); `undefined` for others. */
  readonly headingOfStyle: (name: string | undefined) => number | undefined;
  /** True when a row, column, sheet or slide is hidden. */
  readonly isHiddenPart: (name: string | undefined) => boolean;
};

const deepestInheritance = 50;

const levelOf = (position: string | undefined): OpenStyle['level'] => {
  const [shift = ''] = (position ?? '').trim().split(/\s+/);
  if (shift === '') return undefined;
  if (shift === 'super') return 'raised';
  if (shift === 'sub') return 'lowered';
  const percent = Number.parseFloat(shift);
  return percent > 0 ? 'raised' : percent < 0 ? 'lowered' : 'line';
};

const unquoted = (font: string | undefined): string | undefined => font?.replace(/^['"]|['"]$/g, '');

const styleOf = (
  xml: OfficeXml,
  style: Element,
  fontOf: (name: string | undefined) => string | undefined,
): OpenStyle => {
  const text = xml.child(style, 'style:text-properties');
  const line =
    xml.attribute(text, 'style:text-line-through-style') ??
    xml.attribute(text, 'style:text-line-through-type');
  return {
    isHidden:
      xml.attribute(text, 'text:display') === undefined
        ? undefined
        : xml.attribute(text, 'text:display') === 'none',
    isStruck: line === undefined ? undefined : line !== 'none',
    level: levelOf(xml.attribute(text, 'style:text-position')),
    font: fontOf(xml.attribute(text, 'style:font-name')) ?? unquoted(text?.attribs['fo:font-family']),
  };
};

const over = (base: OpenStyle, own: OpenStyle): OpenStyle => ({
  isHidden: own.isHidden ?? base.isHidden,
  isStruck: own.isStruck ?? base.isStruck,
  level: own.level ?? base.level,
  font: own.font ?? base.font,
});

const listLevelOf = (xml: OfficeXml, level: Element): OpenListLevel => {
  const number = (value: string | undefined): number => Math.max(1, Number.parseInt(value ?? '1', 10) || 1);
  const format = xml.attribute(level, 'style:num-format');
  return {
    format: format === '' ? undefined : format,
    prefix: xml.attribute(level, 'style:num-prefix') ?? '',
    suffix: xml.attribute(level, 'style:num-suffix') ?? '',
    shownLevels: number(xml.attribute(level, 'text:display-levels')),
    start: number(xml.attribute(level, 'text:start-value')),
  };
};

const hiddenValues: ReadonlySet<string | undefined> = new Set(['collapse', 'filter', 'hidden', 'false']);

/** Reads the styles of the parts of a file (`content.xml`, `styles.xml`); the later part wins. */
export const readOpenStyles = (parts: readonly (OfficeXml | undefined)[]): OpenStyles => {
  const styles = new Map<
    string,
    { style: OpenStyle; parent: string | undefined; list: string | undefined }
  >();
  const lists = new Map<string, Map<number, OpenListLevel>>();
  const outline = new Map<number, OpenListLevel>();
  const hiddenParts = new Set<string>();
  for (const xml of parts) {
    if (xml === undefined) continue;
    const { root, attribute, child, children } = xml;
    const fonts = new Map(
      children(child(root, 'office:font-face-decls'), 'style:font-face').map((face) => [
        attribute(face, 'style:name'),
        unquoted(face.attribs['svg:font-family']),
      ]),
    );
    const fontOf = (name: string | undefined): string | undefined =>
      name === undefined ? undefined : (fonts.get(name) ?? name);
    for (const holder of ['office:automatic-styles', 'office:styles'].map((name) => child(root, name))) {
      for (const style of children(holder, 'style:style')) {
        const name = attribute(style, 'style:name') ?? '';
        const family = attribute(style, 'style:family') ?? '';
        styles.set(`${family} ${name}`, {
          style: styleOf(xml, style, fontOf),
          parent: attribute(style, 'style:parent-style-name'),
          list: attribute(style, 'style:list-style-name'),
        });
        const table = child(style, 'style:table-properties');
        const slide = child(style, 'style:drawing-page-properties');
        if (
          attribute(table, 'table:display') === 'false' ||
          hiddenValues.has(attribute(slide, 'presentation:visibility'))
        )
          hiddenParts.add(name);
      }
      for (const list of children(holder, 'text:list-style')) {
        const levels = new Map<number, OpenListLevel>();
        for (const kind of ['number', 'bullet', 'image'])
          for (const level of children(list, `text:list-level-style-${kind}`)) {
            const own = listLevelOf(xml, level);
            const at = Number(attribute(level, 'text:level') ?? 1) - 1;
            levels.set(at, kind === 'number' ? own : { ...own, format: undefined });
          }
        lists.set(attribute(list, 'style:name') ?? '', levels);
      }
      for (const level of children(child(holder, 'text:outline-style'), 'text:outline-level-style'))
        outline.set(Number(attribute(level, 'text:level') ?? 1) - 1, listLevelOf(xml, level));
    }
  }
  const headingIn = (name: string): number | undefined => {
    if (name === 'Title') return 1;
    if (name === 'Subtitle') return 2;
    const level = /^Heading(?:_20_| )([1-9])$/i.exec(name)?.[1];
    return level === undefined ? undefined : Number(level) + 1;
  };
  const chainOf = (family: string, name: string | undefined) => {
    const chain = [];
    let at = name === undefined ? undefined : styles.get(`${family} ${name}`);
    for (let depth = 0; at !== undefined && depth < deepestInheritance; depth += 1) {
      chain.push(at);
      at = at.parent === undefined ? undefined : styles.get(`${family} ${at.parent}`);
    }
    return chain;
  };
  return {
    textStyle: (family, name) =>
      chainOf(family, name).reduceRight<OpenStyle>((base, { style }) => over(base, style), {}),
    listLevel: (name, level) => (name === undefined ? undefined : lists.get(name)?.get(level)),
    outlineLevel: (level) => outline.get(level),
    listOfStyle: (name) => chainOf('paragraph', name).find(({ list }) => list !== undefined)?.list,
    headingOfStyle: (name) =>
      [name, ...chainOf('paragraph', name).map(({ parent }) => parent)]
        .map((one) => headingIn(one ?? ''))
        .find((rank) => rank !== undefined),
    isHiddenPart: (name) => name !== undefined && hiddenParts.has(name),
  };
};
