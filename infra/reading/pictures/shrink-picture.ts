import type { ColourPicture } from './encode-png.ts';

/** Shrinks a picture whose longest side exceeds a limit: each pixel becomes the mean of those that it replaces. */
export const shrinkPicture = (picture: ColourPicture, longest: number): ColourPicture => {
  const step = Math.ceil(Math.max(picture.width, picture.height) / longest);
  if (step <= 1) return picture;
  const width = Math.max(1, Math.floor(picture.width / step));
  const height = Math.max(1, Math.floor(picture.height / step));
  const pixels = new Uint8Array(width * height * 3);
  const [across, down] = [Math.min(step, picture.width), Math.min(step, picture.height)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let colour = 0; colour < 3; colour += 1) {
        let sum = 0;
        for (let row = 0; row < down; row += 1)
          for (let column = 0; column < across; column += 1)
            sum += picture.pixels[((y * step + row) * picture.width + x * step + column) * 3 + colour] ?? 0;
        pixels[(y * width + x) * 3 + colour] = Math.round(sum / (across * down));
      }
  return { width, height, pixels };
};
