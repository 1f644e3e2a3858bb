import { maxFigures } from '../../../../domain/knowledge/figure.ts';
import type { ExtractedFigure } from '../../../../ports/text-extractor.ts';
import { maxAllPictureBytes } from './figure-limits.ts';

/** Collects figures, up to the number and size that are stored per document. */
export const createFigureCollection = () => {
  const figures: ExtractedFigure[] = [];
  let bytes = 0;
  const isFull = (): boolean => figures.length >= maxFigures || bytes >= maxAllPictureBytes;
  return {
    figures,
    isFull,
    add: (figure: ExtractedFigure): void => {
      if (isFull() || bytes + figure.image.length > maxAllPictureBytes) return;
      bytes += figure.image.length;
      figures.push(figure);
    },
  };
};
