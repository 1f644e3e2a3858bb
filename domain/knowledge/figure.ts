import { z } from 'zod';
import { sha256Schema } from '../kernel/identifiers.ts';

/** The most figures stored for one document; an atlas has a few hundred. */
export const maxFigures = 500;
/** The longest stored caption, in characters. */
export const maxCaption = 500;
/** The most texts that assign a figure to a passage, and the longest of them, in characters. */
export const maxAnchors = 100;
export const maxAnchor = 200;

/**
 * A `picture` is embedded in the file; a `drawing` consists of lines on its page; in a `flow_chart`, lines join the
 * boxes, and only the picture shows the order of its steps.
 */
export const figureKinds = ['picture', 'drawing', 'flow_chart'] as const;
export type FigureKind = (typeof figureKinds)[number];

const share = z.number().min(0).max(1);

/** A part of a page as shares of its width and height, from its upper left corner. */
const figureBoxSchema = z.strictObject({ x: share, y: share, width: share, height: share });
export type FigureBox = z.output<typeof figureBoxSchema>;

/** The description of a figure, without its picture. */
const described = {
  /** 1-based; a file without pages is one page. */
  page: z.int().min(1),
  kind: z.enum(figureKinds),
  /** Text below, above or beside the figure that begins as captions do. */
  caption: z.string().min(1).max(maxCaption).optional(),
  /** Its position; unknown in files without pages. */
  box: figureBoxSchema.optional(),
  /** Of the picture, in pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  /**
   * Texts of the page in or beside the figure, which identify the passages that it belongs to. Without any, it belongs
   * to the passages of its page.
   */
  anchors: z.array(z.string().max(maxAnchor)).max(maxAnchors),
};

/** A figure of a document. Its number is its position in the list, from 1. */
export const figureSchema = z.strictObject({
  ...described,
  /** The blob of its picture, a PNG rendered by this program. */
  blob: sha256Schema,
});
export type Figure = z.output<typeof figureSchema>;
