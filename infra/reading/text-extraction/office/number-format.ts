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

/** Numbers of the formats that files name without writing them out (ECMA-376, part 1, 18.8.30). */
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

/** The format of a number as it is written out; that of plain numbers where it is not known. */
export const builtInFormat = (id: number): string => builtIn.get(id) ?? 'General';

/** Formats that are longer are none of a person. */
const longest = 255;

/**
 * A number as a spreadsheet shows it in a cell that is wide enough. Where its format is damaged, as a plain number: no
 * number is lost.
 */
export const shownNumber = (value: number, pattern = 'General', from1904 = false): string => {
  // Day 0 is 1462 days later there.
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
