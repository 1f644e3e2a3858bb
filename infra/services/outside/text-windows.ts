/** A window of a text and its start in the text. */
type TextWindow = { readonly start: number; readonly text: string };

/**
 * Splits a text into windows short enough for a model. Each window starts with the last `overlap` characters
 * of the one before, so that no name is cut. Cuts at white space where possible. A short text is one window.
 *
 * @param longest character limit of a window; more than twice `overlap`
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
