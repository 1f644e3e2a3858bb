import type { PageRectangle } from '../../../ports/page-images.ts';
import type { ColourPicture } from '../pictures/encode-png.ts';

/**
 * A yellow that keeps black letters readable: the shares of red, green and blue that it lets through, like a text
 * marker.
 */
const MARKER = [1, 0.92, 0.35] as const;

/** The marker hardly changes red, orange or green, such as the boxes of flow charts: there yellow is laid over. */
const YELLOW = [255, 235, 89] as const;
const LAID_OVER = 0.55;
const LEAST_BLUE = 120;
const LEAST_LIGHT = 120;

/** True when the marker would be invisible on a pixel that is not part of a black letter. */
const hidesMarker = (red: number, green: number, blue: number): boolean =>
  blue < LEAST_BLUE && Math.max(red, green) >= LEAST_LIGHT && Math.max(red, green) - blue > LEAST_BLUE / 2;

/** Marks parts of a picture like a text marker. */
export const markRectangles = (
  { width, height, pixels }: ColourPicture,
  rectangles: readonly PageRectangle[],
): void => {
  // Marks overlapping rectangles, such as those of closely set lines, only once.
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
