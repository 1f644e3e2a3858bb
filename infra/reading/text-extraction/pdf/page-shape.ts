import type { Box } from './page-character.ts';

/** A point on the page before rotation, in points. */
export type Point = { readonly x: number; readonly y: number };

/** A drawn object other than text, in points of the page before rotation. */
export type PageShape =
  | {
      readonly kind: 'path';
      readonly box: Box;
      readonly isFilled: boolean;
      readonly isStroked: boolean;
      readonly isCurved: boolean;
      /** Its corners in drawing order; empty if it has too many to be a box or a line. */
      readonly points: readonly Point[];
      /** The number of path segments. */
      readonly segments: number;
    }
  | {
      readonly kind: 'image';
      readonly box: Box;
      /** Pixels that the file declares. */
      readonly pixels: number;
    };

export type PagePath = Extract<PageShape, { readonly kind: 'path' }>;
export type PageImage = Extract<PageShape, { readonly kind: 'image' }>;
