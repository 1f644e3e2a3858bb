import type { Element } from 'domhandler';
import type { OfficeXml } from '../office/office-xml.ts';

/** The print of a run, from its own properties and its styles. */
export type RunPrint = {
  readonly isHidden: boolean;
  readonly isStruck: boolean;
  /** `superscript`, `subscript` or `baseline`, if set anywhere. */
  readonly vertical: string | undefined;
  /** Half-points above the baseline; negative if below. */
  readonly position: number;
  readonly font: string | undefined;
};

/** Styles inherit from one another; a longer chain is a cycle. */
const deepestInheritance = 50;

/** Properties that cancel each other when two kinds of styles set both (ECMA-376, part 1, 17.7.3). */
const toggles = ['w:vanish', 'w:strike', 'w:dstrike'] as const;
type Toggle = (typeof toggles)[number];

type RunSettings = Readonly<Partial<Record<Toggle, boolean>>> & {
  readonly vertical?: string | undefined;
  readonly position?: number | undefined;
  readonly font?: string | undefined;
};

const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false' && value !== 'off';

const settingsOf = (xml: OfficeXml, properties: Element | undefined): RunSettings => {
  if (properties === undefined) return {};
  const settingOf = (name: string): string | undefined => xml.attribute(xml.child(properties, name), 'w:val');
  const flags = toggles.flatMap((name) =>
    xml.child(properties, name) === undefined ? [] : [[name, isOn(settingOf(name))] as const],
  );
  const fonts = xml.child(properties, 'w:rFonts');
  const position = Number.parseInt(settingOf('w:position') ?? '', 10);
  const font = xml.attribute(fonts, 'w:ascii') ?? xml.attribute(fonts, 'w:hAnsi');
  return {
    ...Object.fromEntries(flags),
    vertical: settingOf('w:vertAlign'),
    position: Number.isSafeInteger(position) ? position : undefined,
    font,
  };
};

const over = (base: RunSettings, own: RunSettings): RunSettings => ({
  ...base,
  ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
});

/** The sources of a run's print: its own properties, and the names of its styles. */
export type RunPlace = {
  readonly properties: Element | undefined;
  readonly paragraphStyle: string | undefined;
  readonly tableStyle: string | undefined;
};

/** Reads a style sheet and returns a function that resolves the print of a run. */
export const readRunStyles = (
  styleSheet: OfficeXml | undefined,
): ((xml: OfficeXml, place: RunPlace) => RunPrint) => {
  const own = new Map<string, { readonly settings: RunSettings; readonly basedOn: string | undefined }>();
  let defaultParagraph: string | undefined;
  let defaults: RunSettings = {};
  if (styleSheet !== undefined) {
    const { root, attribute, child, children } = styleSheet;
    defaults = settingsOf(styleSheet, child(child(child(root, 'w:docDefaults'), 'w:rPrDefault'), 'w:rPr'));
    for (const style of children(root, 'w:style')) {
      const id = attribute(style, 'w:styleId');
      if (id === undefined) continue;
      own.set(id, {
        settings: settingsOf(styleSheet, child(style, 'w:rPr')),
        basedOn: attribute(child(style, 'w:basedOn'), 'w:val'),
      });
      const isDefault = attribute(style, 'w:default');
      if (attribute(style, 'w:type') === 'paragraph' && isDefault !== undefined && isOn(isDefault))
        defaultParagraph ??= id;
    }
  }
  const resolved = new Map<string, RunSettings>();
  const styleSettings = (id: string | undefined): RunSettings => {
    if (id === undefined) return {};
    const known = resolved.get(id);
    if (known !== undefined) return known;
    let settings: RunSettings = {};
    let at = own.get(id);
    for (let depth = 0; at !== undefined && depth < deepestInheritance; depth += 1) {
      settings = over(at.settings, settings);
      at = at.basedOn === undefined ? undefined : own.get(at.basedOn);
    }
    resolved.set(id, settings);
    return settings;
  };
  return (xml, { properties, paragraphStyle, tableStyle }) => {
    const direct = settingsOf(xml, properties);
    const runStyle = xml.attribute(xml.child(properties, 'w:rStyle'), 'w:val');
    const levels = [tableStyle, paragraphStyle ?? defaultParagraph, runStyle].map(styleSettings);
    const all = [...levels, direct].reduce(over, defaults);
    const toggled = (name: Toggle): boolean =>
      direct[name] ??
      (levels.filter((level) => level[name] === true).length % 2 === 1 || defaults[name] === true);
    return {
      isHidden: toggled('w:vanish'),
      isStruck: toggled('w:strike') || toggled('w:dstrike'),
      vertical: all.vertical,
      position: all.position ?? 0,
      font: all.font,
    };
  };
};
