import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './table.module.css';
import { TableChunk } from './table-chunk.tsx';
import { useFrozenColumns } from './use-frozen-columns.ts';

/** A column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to compare them. */
  readonly isNumber?: boolean;
};

type More = { readonly load: () => void; readonly isLoading: boolean };

type TableProps<Row> = {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
  /** Reads the next page; absent at the end. */
  readonly more?: More | undefined;
};

/** Rows come and go by so many at a time. A table with fewer is in the page as a whole. */
const CHUNK = 100;

const chunksOf = <Row,>(rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => rows.slice(n * CHUNK, (n + 1) * CHUNK));

/** Once a person has asked for more, reaching the end asks again. Before that nothing is read that may be on record. */
const MoreButton = ({ load, isLoading }: More) => {
  const place = useRef<HTMLDivElement>(null);
  const [hasAsked, setAsked] = useState(false);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const element = place.current;
    if (element === null || !hasAsked || isLoading) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) latest.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasAsked, isLoading]);
  return (
    <div ref={place}>
      <Button
        onPress={() => {
          setAsked(true);
          load();
        }}
        isPending={isLoading}
      >
        {isLoading ? 'Loading …' : 'Show more'}
      </Button>
    </div>
  );
};

/**
 * A table that reads its next page on demand. On narrow screens it scrolls within its own frame; of a long one, only the
 * rows near the window are in the page.
 */
export const Table = <Row,>({ label, columns, rows, keyOf, empty, more }: TableProps<Row>) => {
  const table = useRef<HTMLTableElement>(null);
  const isLong = rows.length > CHUNK;
  const frozen = useFrozenColumns(table, isLong);
  if (rows.length === 0 && more === undefined) return empty;
  const rowsOf = (chunk: readonly Row[], first: number) =>
    chunk.map((row, n) => (
      <tr key={keyOf(row)} aria-rowindex={isLong ? first + n + 2 : undefined}>
        {columns.map(({ key, cell, isNumber }) => (
          <td key={key} className={isNumber ? styles.number : undefined}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ));
  return (
    <div className={styles.outer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.frame} aria-label={label} tabIndex={0}>
        <table
          ref={table}
          className={joinClasses(styles.table, frozen === undefined ? undefined : styles.fixed)}
          style={frozen?.least === undefined ? undefined : { minWidth: frozen.least }}
          aria-rowcount={isLong ? (more === undefined ? rows.length + 1 : -1) : undefined}
        >
          {frozen === undefined ? null : (
            <colgroup>
              {columns.map(({ key }, n) => (
                <col key={key} style={{ width: `${frozen.widths[n] ?? 0}%` }} />
              ))}
            </colgroup>
          )}
          <thead>
            <tr aria-rowindex={isLong ? 1 : undefined}>
              {columns.map(({ key, title, isNumber }) => (
                <th key={key} scope="col" className={isNumber ? styles.number : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {isLong ? (
            chunksOf(rows).map((chunk, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place of a chunk is what it is.
              <TableChunk key={n} columns={columns.length}>
                {rowsOf(chunk, n * CHUNK)}
              </TableChunk>
            ))
          ) : (
            <tbody>{rowsOf(rows, 0)}</tbody>
          )}
        </table>
      </section>
      {more === undefined ? null : <MoreButton {...more} />}
    </div>
  );
};
