import { maxFigures } from '../../../../domain/knowledge/figure.ts';
import type { ExtractedFigure } from '../../../../ports/text-extractor.ts';
import { maxAllPictureBytes } from './figure-limits.ts';

/** The figures that are made, up to as many and as large ones as are kept of a document. */
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
