import type { PageRectangle } from '../../../ports/page-images.ts';
import type { ColourPicture } from '../pictures/encode-png.ts';

/** A yellow that black letters stay readable under: shares of red, green and blue that pass, as with a text marker. */
const MARKER = [1, 0.92, 0.35] as const;

/** On red, orange or green, as the boxes of flow charts have, a marker takes next to nothing away: yellow is laid over it. */
const YELLOW = [255, 235, 89] as const;
const LAID_OVER = 0.55;
const LEAST_BLUE = 120;
const LEAST_LIGHT = 120;

/** Whether the marker would not be seen on a pixel that is no part of a black letter. */
const hidesMarker = (red: number, green: number, blue: number): boolean =>
  blue < LEAST_BLUE && Math.max(red, green) >= LEAST_LIGHT && Math.max(red, green) - blue > LEAST_BLUE / 2;

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
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * 3, pixel * 3 + 3);
    const isHidden = hidesMarker(red, green, blue);
    MARKER.forEach((share, channel) => {
      const at = pixel * 3 + channel;
      const own = pixels[at] ?? 0;
      pixels[at] = isHidden ? own + ((YELLOW[channel] ?? 0) - own) * LAID_OVER : own * share;
    });
  });
};
