import type { Element } from 'domhandler';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { OfficeXml } from '../office/office-xml.ts';

/** One level of a list, 0 to 8, as the file defines it. */
export type ListLevel = {
  readonly start: number;
  /** `w:numFmt`, such as `decimal`, `lowerLetter`, `bullet`. */
  readonly format: string;
  /** `w:lvlText`, in which `%1` to `%9` are the numbers of the levels. */
  readonly text: string;
  /** Only a number on a level above this one (counted from 1) restarts this one; 0: none does. */
  readonly restart?: number;
  /** Numbers of all levels are written as decimals. */
  readonly legal: boolean;
  /** The style of the paragraphs on this level. */
  readonly style?: string;
};

/** A list that paragraphs refer to by `w:numId`. Lists with the same `counter` count together. */
type NumberedList = {
  readonly counter: string;
  readonly levels: ReadonlyMap<number, ListLevel>;
  /** The number at which this list's first paragraph restarts, by level. */
  readonly startOverrides: ReadonlyMap<number, number>;
};

/** The numbering of a paragraph style, its own or inherited. */
type StyleNumbering = { readonly numId?: string; readonly level?: number };

export type Numbering = {
  readonly lists: ReadonlyMap<string, NumberedList>;
  readonly styles: ReadonlyMap<string, StyleNumbering>;
  /** The style of paragraphs that name none. */
  readonly defaultStyle?: string;
};

/** Levels of a list (ECMA-376, part 1, 17.9.6). */
const levelsOfAList = 9;
/** Styles inherit from one another; a longer chain is a cycle. */
const deepestInheritance = 50;

const integer = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text !== undefined && text.trim() !== '' && Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31
    ? value
    : undefined;
};

const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false' && value !== 'off';

const levelOf = (xml: OfficeXml, element: Element): ListLevel => {
  const settingOf = (name: string): string | undefined => xml.attribute(xml.child(element, name), 'w:val');
  const restart = integer(settingOf('w:lvlRestart'));
  const style = settingOf('w:pStyle');
  const legal = xml.child(element, 'w:isLgl');
  return {
    // 0 if absent: 17.9.25 of the standard.
    start: integer(settingOf('w:start')) ?? 0,
    format: settingOf('w:numFmt') ?? 'decimal',
    text: settingOf('w:lvlText') ?? '',
    legal: legal !== undefined && isOn(xml.attribute(legal, 'w:val')),
    ...omitUndefined({ restart, style }),
  };
};

const levelsOf = (xml: OfficeXml, element: Element): ReadonlyMap<number, ListLevel> =>
  new Map(
    xml.children(element, 'w:lvl').flatMap((level) => {
      // Some malformed files give no level: it is the first.
      const index = integer(xml.attribute(level, 'w:ilvl') ?? '0');
      return index === undefined || index < 0 || index >= levelsOfAList ? [] : [[index, levelOf(xml, level)]];
    }),
  );

const stylesOf = (
  xml: OfficeXml | undefined,
): { readonly styles: ReadonlyMap<string, StyleNumbering>; readonly defaultStyle?: string } => {
  const own = new Map<string, StyleNumbering & { readonly basedOn?: string }>();
  let defaultStyle: string | undefined;
  for (const style of xml?.children(xml.root, 'w:style') ?? []) {
    const id = xml?.attribute(style, 'w:styleId');
    if (xml === undefined || id === undefined) continue;
    const numbers = xml.child(xml.child(style, 'w:pPr'), 'w:numPr');
    const numId = xml.attribute(xml.child(numbers, 'w:numId'), 'w:val');
    const level = integer(xml.attribute(xml.child(numbers, 'w:ilvl'), 'w:val'));
    const basedOn = xml.attribute(xml.child(style, 'w:basedOn'), 'w:val');
    own.set(id, {
      ...omitUndefined({ numId, level, basedOn }),
    });
    const type = xml.attribute(style, 'w:type');
    const isDefault = xml.attribute(style, 'w:default');
    if (type === 'paragraph' && isDefault !== undefined && isOn(isDefault)) defaultStyle ??= id;
  }
  const inherited = (id: string): StyleNumbering => {
    let found: StyleNumbering = {};
    let at = own.get(id);
    for (let depth = 0; at !== undefined && depth < deepestInheritance; depth += 1) {
      const { numId, level } = { ...at, ...found };
      found = { ...omitUndefined({ numId, level }) };
      at = at.basedOn === undefined ? undefined : own.get(at.basedOn);
    }
    return found;
  };
  return {
    styles: new Map([...own.keys()].map((id) => [id, inherited(id)])),
    ...omitUndefined({ defaultStyle }),
  };
};

/** Reads the lists of a Word document from its numbering and styles (ECMA-376, part 1, 17.9 and 17.7). */
export const readNumbering = (
  numbering: OfficeXml | undefined,
  styleSheet: OfficeXml | undefined,
): Numbering => {
  const numberingStyles = stylesOf(styleSheet);
  const lists = new Map<string, NumberedList>();
  if (numbering === undefined) return { lists, ...numberingStyles };
  const { root, attribute, child, children } = numbering;

  const abstracts = new Map(
    children(root, 'w:abstractNum').map((element) => [attribute(element, 'w:abstractNumId') ?? '', element]),
  );
  const abstractOfNum = new Map(
    children(root, 'w:num').map((num) => [
      attribute(num, 'w:numId') ?? '',
      attribute(child(num, 'w:abstractNumId'), 'w:val') ?? '',
    ]),
  );
  /** A definition may only point to the style that holds the levels. */
  const definitionOf = (id: string): string => {
    const link = attribute(child(abstracts.get(id), 'w:numStyleLink'), 'w:val');
    const numId = link === undefined ? undefined : numberingStyles.styles.get(link)?.numId;
    return (numId === undefined ? undefined : abstractOfNum.get(numId)) ?? id;
  };
  const levelsByDefinition = new Map(
    [...abstracts].map(([id, element]) => [id, levelsOf(numbering, element)]),
  );

  for (const num of children(root, 'w:num')) {
    const numId = attribute(num, 'w:numId');
    if (numId === undefined) continue;
    const counter = definitionOf(abstractOfNum.get(numId) ?? '');
    const levels = new Map(levelsByDefinition.get(counter));
    const startOverrides = new Map<number, number>();
    for (const override of children(num, 'w:lvlOverride')) {
      const index = integer(attribute(override, 'w:ilvl'));
      if (index === undefined || index < 0 || index >= levelsOfAList) continue;
      const level = child(override, 'w:lvl');
      if (level !== undefined) levels.set(index, levelOf(numbering, level));
      const start = integer(attribute(child(override, 'w:startOverride'), 'w:val'));
      if (start !== undefined) startOverrides.set(index, start);
    }
    lists.set(numId, { counter, levels, startOverrides });
  }
  return { lists, ...numberingStyles };
};
