import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { maxAnchor, maxCaption } from '../../../../domain/knowledge/figure.ts';
import type { ExtractedFigure } from '../../../../ports/text-extractor.ts';
import { createFigureCollection } from '../figures/create-figure-collection.ts';
import { maxAllSourcePixels, maxSourcePixels } from '../figures/figure-limits.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { claimedPixels } from './claimed-pixels.ts';
import { drawEmbedded } from './draw-embedded.ts';

/** A picture in a file. */
export type FoundPicture = {
  /** The page that shows it; 1 by default, as in files without pages. */
  readonly page?: number;
  /** Identifies a picture that is shown in several places, so that it is opened once. */
  readonly name?: string;
  readonly read: () => Promise<Uint8Array | undefined>;
  readonly caption: string | undefined;
  /** Texts next to the picture. */
  readonly anchors: readonly string[];
};

/** The requirements of drawing pictures. */
export type PictureDrawing = {
  readonly pdfium: () => Promise<Pdfium>;
  /** Called before each picture. */
  readonly onFigures: () => void;
  /** Drawing figures crashed or stalled a worker before: none are drawn. */
  readonly skipFigures: boolean;
};

/** Fewest letters and digits that distinguish one line from others. */
const distinctiveLetters = 12;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Drawn = Awaited<ReturnType<typeof drawEmbedded>>;

/** Draws pictures, named ones once, within the pixel limit of a document. */
const createDrawing = (pdfium: PictureDrawing['pdfium']) => {
  const known = new Map<string, Drawn>();
  let pixelsLeft = maxAllSourcePixels;
  const open = async (read: FoundPicture['read']): Promise<Drawn> => {
    const bytes = await read();
    const pixels = bytes === undefined ? 0 : claimedPixels(bytes);
    if (bytes === undefined || pixels > Math.min(pixelsLeft, maxSourcePixels)) return undefined;
    pixelsLeft -= pixels;
    return drawEmbedded(bytes, pdfium);
  };
  return async ({ name, read }: FoundPicture): Promise<Drawn> => {
    if (name !== undefined && known.has(name)) return known.get(name);
    const drawn = await open(read);
    if (name !== undefined) known.set(name, drawn);
    return drawn;
  };
};

/** Draws the pictures of a file, and skips those that cannot be drawn. */
export const drawFoundPictures = async (
  found: readonly FoundPicture[],
  { pdfium, onFigures, skipFigures }: PictureDrawing,
): Promise<readonly ExtractedFigure[]> => {
  const collection = createFigureCollection();
  if (skipFigures) return [];
  const draw = createDrawing(pdfium);
  for (const picture of found) {
    if (collection.isFull()) break;
    onFigures();
    const { caption = '', anchors, page = 1 } = picture;
    const drawn = await draw(picture);
    if (drawn === undefined) continue;
    const said = oneLine(caption).slice(0, maxCaption).trim();
    collection.add({
      page,
      kind: 'picture',
      anchors: anchors
        .map((text) => oneLine(text).slice(0, maxAnchor))
        .filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= distinctiveLetters),
      ...drawn,
      ...omitUndefined({ caption: said === '' ? undefined : said }),
    });
  }
  return collection.figures;
};
