import { defined } from '../../../domain/kernel/defined.ts';
import { maxAnchor, maxCaption } from '../../../domain/knowledge/figure.ts';
import type { ExtractedFigure } from '../../../ports/text-extractor.ts';
import { createFigureCollection } from '../figures/create-figure-collection.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { drawEmbedded } from './draw-embedded.ts';

/** A picture in a file without pages. */
export type FoundPicture = {
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly caption: string | undefined;
  /** Texts that stand beside it. */
  readonly anchors: readonly string[];
};

/** What drawing them needs. */
export type PictureDrawing = {
  readonly pdfium: () => Promise<Pdfium>;
  /** Called before each picture. */
  readonly onFigures: () => void;
  /** Drawing figures ended or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
};

/** Fewest letters and digits that tell a line from others. */
const tellingLetters = 12;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Draws the pictures of a file without pages, those that can be drawn. */
export const drawFoundPictures = async (
  found: readonly FoundPicture[],
  { pdfium, onFigures, skipFigures }: PictureDrawing,
): Promise<readonly ExtractedFigure[]> => {
  const collection = createFigureCollection();
  if (skipFigures) return [];
  for (const { read, caption = '', anchors } of found) {
    if (collection.isFull()) break;
    onFigures();
    const bytes = await read();
    const drawn = bytes === undefined ? undefined : await drawEmbedded(bytes, pdfium);
    if (drawn === undefined) continue;
    const said = oneLine(caption).slice(0, maxCaption).trim();
    collection.add({
      page: 1,
      kind: 'picture',
      anchors: anchors
        .map((text) => oneLine(text).slice(0, maxAnchor))
        .filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= tellingLetters),
      ...drawn,
      ...defined({ caption: said === '' ? undefined : said }),
    });
  }
  return collection.figures;
};
