import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './table.module.css';

/** A column of a table. */
export type Column<Row> = {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to compare them. */
  readonly isNumber?: boolean;
};

type TableProps<Row> = {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
  /** Reads the next page; absent at the end. */
  readonly more?: { readonly load: () => void; readonly isLoading: boolean } | undefined;
};

/** A table that reads its next page on demand. On narrow screens it scrolls within its own frame. */
export const Table = <Row,>({ label, columns, rows, keyOf, empty, more }: TableProps<Row>) => {
  if (rows.length === 0 && more === undefined) return empty;
  return (
    <div className={styles.outer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.frame} aria-label={label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ key, title, isNumber }) => (
                <th key={key} scope="col" className={isNumber ? styles.number : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ key, cell, isNumber }) => (
                  <td key={key} className={isNumber ? styles.number : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more === undefined ? null : (
        <Button onPress={more.load} isPending={more.isLoading}>
          {more.isLoading ? 'Loading …' : 'Show more'}
        </Button>
      )}
    </div>
  );
};
