import type { PageRectangle } from '../../ports/page-images.ts';
import type { ColourPicture } from '../pictures/encode-png.ts';

/** A yellow that black letters stay readable under: shares of red, green and blue that pass, as with a text marker. */
const MARKER = [1, 0.92, 0.35] as const;

/** Marks parts of a picture as a text marker does. */
export const markRectangles = (
  { width, height, pixels }: ColourPicture,
  rectangles: readonly PageRectangle[],
): void => {
  // Where rectangles overlap, as those of lines set close do, the marker goes over once.
  const isMarked = new Uint8Array(rectangles.length > 0 ? width * height : 0);
  for (const rectangle of rectangles) {
    const [left, right] = [rectangle.x, rectangle.x + rectangle.width].map((share) =>
      Math.round(share * width),
    );
    const [top, bottom] = [rectangle.y, rectangle.y + rectangle.height].map((share) =>
      Math.round(share * height),
    );
    for (let y = top ?? 0; y < Math.min(height, bottom ?? 0); y += 1)
      isMarked.fill(1, y * width + (left ?? 0), y * width + Math.min(width, right ?? 0));
  }
  isMarked.forEach((marked, pixel) => {
    if (marked === 0) return;
    MARKER.forEach((share, channel) => {
      const at = pixel * 3 + channel;
      pixels[at] = (pixels[at] ?? 0) * share;
    });
  });
};
