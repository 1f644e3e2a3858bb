/** A stretch of a text, and where it begins in it. */
type TextWindow = { readonly start: number; readonly text: string };

/**
 * A text in stretches that a model can read whole, each but the first beginning with the last `overlap` characters of the
 * one before, so that no name is cut. Cut at blanks where there are any in reach. A short text is one window.
 *
 * @param longest characters of a window; more than twice `overlap`
 */
export const textWindows = (text: string, longest: number, overlap: number): readonly TextWindow[] => {
  const windows: TextWindow[] = [];
  let start = 0;
  for (;;) {
    if (text.length - start <= longest) return [...windows, { start, text: text.slice(start) }];
    const blank = text.slice(0, start + longest).search(/\s\S{0,80}$/u);
    const end = blank > start + overlap ? blank : start + longest;
    windows.push({ start, text: text.slice(start, end) });
    start = end - overlap;
  }
};
