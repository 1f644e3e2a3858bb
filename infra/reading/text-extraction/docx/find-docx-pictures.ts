import { posix } from 'node:path';
import type { Element } from 'domhandler';
import { maxFigures } from '../../../../domain/knowledge/figure.ts';
import type { FoundPicture } from '../embedded-pictures/draw-found-pictures.ts';
import { readsAsCaption } from '../figures/reads-as-caption.ts';
import { loadXml } from '../markup/load-xml.ts';
import { walkElements } from '../office/office-xml.ts';

const mainPart = 'word/document.xml';
const relationshipsPart = 'word/_rels/document.xml.rels';

/** Maps relationship ids to the pictures that a part refers to (ECMA-376, part 2). External links are left out. */
const targetsOf = (relationships: Uint8Array): ReadonlyMap<string, string> => {
  const $ = loadXml(Buffer.from(relationships).toString('utf8'));
  return new Map(
    $('Relationship')
      .toArray()
      .filter(({ attribs }) => attribs.TargetMode !== 'External' && /\/image$/.test(attribs.Type ?? ''))
      .map(({ attribs: { Id = '', Target = '' } }) => [
        Id,
        Target.startsWith('/') ? Target.slice(1) : posix.normalize(posix.join('word', Target)),
      ]),
  );
};

/** The name of an element or attribute without its prefix. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the id of the picture that an element shows: `a:blip` in current drawings, `v:imagedata` in legacy ones. */
const referenceOf = ({ name, attribs }: Element): string | undefined => {
  const wanted = local(name) === 'blip' ? 'embed' : local(name) === 'imagedata' ? 'id' : undefined;
  if (wanted === undefined) return undefined;
  return Object.entries(attribs).find(
    ([attribute]) => attribute.includes(':') && local(attribute) === wanted,
  )?.[1];
};

type Paragraph = { readonly text: string; readonly style: string };
const emptyParagraph: Paragraph = { text: '', style: '' };

/** Collects the paragraphs of a part and its pictures in one walk. */
const surveyText = (root: Element) => {
  const paragraphs: Paragraph[] = [];
  const references: { readonly id: string; readonly paragraph: number }[] = [];
  const change = (more: (before: Paragraph) => Partial<Paragraph>): void => {
    const last = paragraphs.at(-1);
    if (last !== undefined) paragraphs[paragraphs.length - 1] = { ...last, ...more(last) };
  };
  walkElements(root, (element) => {
    const name = element.name.startsWith('w') ? local(element.name) : '';
    if (name === 'p') paragraphs.push(emptyParagraph);
    else if (name === 'pStyle') change(() => ({ style: Object.values(element.attribs)[0] ?? '' }));
    else if (name === 't')
      change(({ text }) => ({
        text: text + element.children.map((child) => (child.type === 'text' ? child.data : '')).join(''),
      }));
    const id = referenceOf(element);
    if (id !== undefined) references.push({ id, paragraph: Math.max(0, paragraphs.length - 1) });
    return true;
  });
  return { paragraphs, references };
};

/**
 * Finds the pictures of a Word document in order, with the neighbouring paragraphs. `read` returns the bytes of a
 * picture part.
 */
export const findDocxPictures = (
  parts: ReadonlyMap<string, Uint8Array>,
  read: (name: string) => Promise<Uint8Array | undefined>,
): readonly FoundPicture[] => {
  const [main, relationships] = [parts.get(mainPart), parts.get(relationshipsPart)];
  if (main === undefined || relationships === undefined) return [];
  const targets = targetsOf(relationships);
  if (targets.size === 0) return [];
  const [root] = loadXml(Buffer.from(main).toString('utf8')).root().children().toArray();
  if (root === undefined) return [];
  const { paragraphs, references } = surveyText(root);
  const isCaption = (index: number): boolean => {
    const { text, style } = paragraphs[index] ?? emptyParagraph;
    return text.trim() !== '' && (/^caption$/i.test(style) || readsAsCaption(text.trim()));
  };
  const found: FoundPicture[] = [];
  const seen = new Set<string>();
  for (const { id, paragraph } of references) {
    const name = targets.get(id);
    // The same picture may be an alternative for newer and for older programs: one is enough.
    if (name === undefined || seen.has(`${paragraph} ${name}`)) continue;
    seen.add(`${paragraph} ${name}`);
    const caption = [paragraph + 1, paragraph, paragraph - 1].find(isCaption);
    const before = paragraphs.findLastIndex(({ text }, at) => at < paragraph && text.trim() !== '');
    found.push({
      name,
      read: () => read(name),
      caption: caption === undefined ? undefined : paragraphs[caption]?.text,
      anchors: [paragraph, paragraph + 1, before].flatMap((at) => paragraphs[at]?.text ?? []),
    });
    if (found.length >= maxFigures) break;
  }
  return found;
};
