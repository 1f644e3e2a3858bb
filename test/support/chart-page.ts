import type { PdfMark, PdfPage } from '../../scripts/samples/write-pdf.ts';

export const line = (text: string, x: number, y: number): PdfMark => ({ text, x, y, size: 11 });

export const box = (x: number, y: number, width: number, height: number): PdfMark => ({
  operators: `1 w ${x} ${y} ${width} ${height} re S`,
});

/** A vertical line that ends in an arrowhead. */
export const arrowDown = (x: number, from: number, to: number): readonly PdfMark[] => [
  { operators: `1 w ${x} ${from} m ${x} ${to + 6} l S` },
  { operators: `${x - 4} ${to + 6} m ${x + 4} ${to + 6} l ${x} ${to} l h f` },
];

/** A page with a flow chart of four boxes about zebra medicine between two sentences. */
export const chartPage: PdfPage = [
  line('Care of zebras that were found down on the plain, in brief.', 72, 740),
  box(206, 640, 200, 40),
  line('Is the zebra breathing?', 230, 656),
  ...arrowDown(250, 640, 580),
  line('Yes', 256, 606),
  ...arrowDown(370, 640, 580),
  line('No', 376, 606),
  box(120, 540, 160, 40),
  line('Give oxygen by mask', 140, 556),
  box(320, 540, 180, 40),
  line('Ventilate with a stable bag', 340, 556),
  ...arrowDown(400, 540, 480),
  box(320, 440, 180, 40),
  line('Call the keeper of zebras', 340, 456),
  line('Figure 4. What to do for a zebra that is down.', 120, 420),
  line('Keep a record of every zebra that was treated on the plain.', 72, 300),
];

/** A table of the same words in ruled cells. */
export const tablePage: PdfPage = [
  ...[0, 1, 2, 3].flatMap((row) =>
    [0, 1].flatMap((column) => [
      box(100 + column * 180, 600 - row * 30, 180, 30),
      line(
        row === 0
          ? (['Zebra', 'Dose in mg'][column] ?? '')
          : column === 0
            ? `Weight ${row}00 kg`
            : `${row * 15}`,
        110 + column * 180,
        610 - row * 30,
      ),
    ]),
  ),
];

/** Noise, which is indistinguishable from a photograph. */
export const photograph = (width: number, height: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) => (at * 7919) % 251),
});
