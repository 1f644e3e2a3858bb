import { type RefObject, useLayoutEffect, useState } from 'react';

/** The widths of columns in percent, and of the whole table in pixels if it is wider than its frame. */
type FrozenColumns = { readonly widths: readonly number[]; readonly least: number | undefined };

/**
 * Keeps the columns of a long table as wide as its first rows made them: they would change with the rows that come and
 * go while it is scrolled.
 */
export const useFrozenColumns = (
  table: RefObject<HTMLTableElement | null>,
  isLong: boolean,
): FrozenColumns | undefined => {
  const [frozen, setFrozen] = useState<FrozenColumns>();
  useLayoutEffect(() => {
    const element = table.current;
    if (!isLong) setFrozen(undefined);
    if (!isLong || element === null || frozen !== undefined) return;
    const total = element.offsetWidth;
    setFrozen({
      widths: [...(element.tHead?.rows[0]?.cells ?? [])].map(
        ({ offsetWidth }) => (offsetWidth / total) * 100,
      ),
      least: total > (element.parentElement?.clientWidth ?? total) ? total : undefined,
    });
  }, [table, isLong, frozen]);
  return isLong ? frozen : undefined;
};
