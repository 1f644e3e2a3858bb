import type { Box } from './page-character.ts';

/** A place on a page in points, as the page is before it is turned. */
export type Point = { readonly x: number; readonly y: number };

/** Something that is drawn on a page and is no text: in points of the page before it is turned. */
export type PageShape =
  | {
      readonly kind: 'path';
      readonly box: Box;
      readonly isFilled: boolean;
      readonly isStroked: boolean;
      readonly isCurved: boolean;
      /** Its corners in the order in which they are joined; of one with too many to be a box or a line none. */
      readonly points: readonly Point[];
      /** How many pieces it is drawn of. */
      readonly segments: number;
    }
  | {
      readonly kind: 'image';
      readonly box: Box;
      /** Pixels that the file says it has. */
      readonly pixels: number;
    };

export type PagePath = Extract<PageShape, { readonly kind: 'path' }>;
export type PageImage = Extract<PageShape, { readonly kind: 'image' }>;
