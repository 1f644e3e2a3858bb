import { createRequire } from 'node:module';
import { z } from 'zod';

type Format = (pattern: string, value: number, options: Readonly<Record<string, unknown>>) => string;

const library = z.object({ format: z.custom<Format>((value) => typeof value === 'function') });
const require = createRequire(import.meta.url);
let loaded: Format | undefined;
/** Loaded with the first number. */
const format: Format = (...given) => {
  loaded ??= library.parse(require('numfmt')).format;
  return loaded(...given);
};

/** The format codes that files refer to by number only (ECMA-376, part 1, 18.8.30). */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);("$"#,##0)'],
  [6, '"$"#,##0_);[Red]("$"#,##0)'],
  [7, '"$"#,##0.00_);("$"#,##0.00)'],
  [8, '"$"#,##0.00_);[Red]("$"#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** Returns the format code of a built-in format; `General` if it is unknown. */
export const builtInFormat = (id: number): string => builtIn.get(id) ?? 'General';

/** People write no longer formats. */
const longest = 255;

/**
 * Formats a number as a spreadsheet shows it in a wide enough cell. With a damaged format it becomes a plain number,
 * so that no number is lost.
 */
export const shownNumber = (value: number, pattern = 'General', from1904 = false): string => {
  // In the 1904 date system, day 0 is 1462 days later.
  const isDate = /[dmyhs]/i.test(pattern.replace(/"[^"]{0,255}"|\\.|\[[^[\]]{0,255}\]/g, ''));
  const shown = format(
    pattern.length > longest ? 'General' : pattern,
    value + (from1904 && isDate ? 1462 : 0),
    {
      throws: false,
      nbsp: false,
    },
  );
  const text = /^#+$/.test(shown) ? format('General', value, { throws: false }) : shown;
  return text.replace(/\s+/g, ' ').trim();
};
