import { z } from 'zod';
import { sha256Schema } from '../kernel/identifiers.ts';

/** Most figures of one document that are kept; an atlas has a few hundred. */
export const maxFigures = 500;
/** Longest caption that is kept, in characters. */
export const maxCaption = 500;
/** Most texts by which a figure is assigned to a passage, and the longest of them. */
export const maxAnchors = 100;
export const maxAnchor = 200;

/**
 * A `picture` is one that the file holds, a `drawing` is drawn of lines on its page, and of a `flow_chart` the boxes are
 * joined by lines: what leads to what is in the picture only.
 */
export const figureKinds = ['picture', 'drawing', 'flow_chart'] as const;
export type FigureKind = (typeof figureKinds)[number];

const share = z.number().min(0).max(1);

/** A part of a page as shares of it, from its upper left corner. */
const figureBoxSchema = z.strictObject({ x: share, y: share, width: share, height: share });
export type FigureBox = z.output<typeof figureBoxSchema>;

/** What is known of a figure beside its picture. */
const described = {
  /** 1-based; a file without pages is one page. */
  page: z.int().min(1),
  kind: z.enum(figureKinds),
  /** What is below, above or beside it, beginning as captions do. */
  caption: z.string().min(1).max(maxCaption).optional(),
  /** Where it is; unknown in files without pages. */
  box: figureBoxSchema.optional(),
  /** Of the picture, in pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  /**
   * Texts of the page that are in the figure or beside it, by which the passages are found that it belongs to. Without
   * any it belongs to those of its page.
   */
  anchors: z.array(z.string().max(maxAnchor)).max(maxAnchors),
};

/** A figure of a document. Its number is its place among all, from 1. */
export const figureSchema = z.strictObject({
  ...described,
  /** Blob of its picture, a PNG that this program has drawn. */
  blob: sha256Schema,
});
export type Figure = z.output<typeof figureSchema>;
