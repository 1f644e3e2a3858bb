import { beginBlock } from './begin-block.ts';
import { headsOf } from './block-tree.ts';
import { depth } from './line-depth.ts';
import type { OpenBlock, OpenOutline } from './open-outline.ts';
import type { ReadLine } from './read-line.ts';

const withoutMarks = (line: string): string => line.replace(/^#{1,6}\s+/, '').trim();

/** Longer lines above a table are separate text. */
const longestBanner = 120;

/** The start of a caption that names its table, and the most lines and characters of one: it may be wrapped. */
const namesTable = /^\**(?:table|chart)\s[A-Z\d]{1,4}(?:[.-]\d{1,3})?\b/i;
const mostCaptionLines = 3;
const longestCaption = 300;

/** Whether a block may be the caption or banner of a table right below it. */
const isBanner = (block: OpenBlock | undefined): boolean => {
  const [line = '', ...others] = block?.lines ?? [];
  if (block?.kind !== 'paragraph') return false;
  if (namesTable.test(line))
    return others.length < mostCaptionLines && line.length + others.join(' ').length <= longestCaption;
  return others.length === 0 && line.length <= longestBanner && !/[.;,]$/.test(line);
};

/** The last position of a banner; -1 if there is none. */
const lastWith = ({ blocks, banners }: OpenOutline, banner: string): number => {
  const known = banners.get(banner) ?? { at: -1, until: 0 };
  let at = blocks.length - 1;
  const holdsBanner = (block: OpenBlock | undefined): boolean =>
    block !== undefined &&
    block.kind !== 'table' &&
    block.lines.some((line) => withoutMarks(line) === banner);
  while (at >= known.until && !holdsBanner(blocks[at])) at -= 1;
  const found = at >= known.until ? at : known.at;
  // Lines are still added to the last block.
  banners.set(banner, { at: found, until: Math.max(0, blocks.length - 1) });
  return found;
};

/**
 * The parent of a table is the short line right above it, its caption or a banner such as "6-7 kg (Pink)", and the
 * banners that its passage repeats. Banners that are not available become its first lines.
 */
export const beginTable = (outline: OpenOutline, line: ReadLine): void => {
  const { blocks } = outline;
  const isCaptioned = isBanner(blocks.at(-1));
  // The title is above everything: it applies to no table in particular.
  const leads = (line.leads ?? []).filter((lead) => withoutMarks(lead) !== line.place.passage.title);
  const nearest = leads.at(-1);
  const repeated = nearest === undefined ? -1 : lastWith(outline, withoutMarks(nearest));
  beginBlock(outline, line, 'table', depth.plain);
  const table = blocks.at(-1);
  if (table === undefined) return;
  if (isCaptioned) table.under = blocks.length - 2;
  else if (nearest !== undefined && repeated >= (table.under ?? 0)) table.under = repeated;
  const heads = headsOf(blocks, blocks.length - 1).flatMap((head) =>
    (blocks[head]?.lines ?? []).map(withoutMarks),
  );
  const missing = leads.filter((lead) => !heads.includes(withoutMarks(lead)));
  table.lines.unshift(...missing);
  const { passage, pages } = line.place;
  table.places.unshift(...missing.map(() => ({ passage, pages })));
};
