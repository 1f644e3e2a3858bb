import type { RowKeys } from '../../ports/row-sealer.ts';

/** A row as the tables know it, or as a fold does. */
type AnyRow = Readonly<Record<string, unknown>>;

/**
 * What is sensitive in the rows of a read model. In the table the sensitive columns hold what reads once the subject is
 * erased, and the column `sealed` holds the real values, encrypted with the key of the row's `subject`.
 */
export type Sealing = {
  readonly projection: string;
  /** The first version of the projection whose rows are sealed. */
  readonly since: number;
  /** The property that is the row's key. */
  readonly key: string;
  /** The sensitive columns, each with what reads in its place once the subject is erased. */
  readonly columns: AnyRow;
  /** Those of them that need no sealing in a row that is known to hold no PHI: lists narrow and sort by them. */
  readonly plainWhenClean: {
    readonly columns: readonly string[];
    readonly isClean: (row: AnyRow) => boolean;
  };
  /** Columns that follow from sensitive content and say too little of it to be sealed: as they are after an erasure. */
  readonly derived: AnyRow;
};

/** A row as its columns by name. */
export const plainRow = (row: object): AnyRow => Object.fromEntries(Object.entries(row));

/** Where a row is: sealed text does not open in another one. */
const placeOf = ({ projection, key }: Sealing, row: AnyRow): string => `${projection}/${String(row[key])}`;

/** Whom a row is about. */
export const subjectOf = (row: AnyRow): string => String(row.subject);

const contentOf = (columns: readonly string[], row: AnyRow): string =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

const columnsToSeal = ({ columns, plainWhenClean }: Sealing, row: AnyRow): readonly string[] => {
  const all = Object.keys(columns);
  return plainWhenClean.isClean(row) ? all.filter((column) => !plainWhenClean.columns.includes(column)) : all;
};

const placeholdersOf = ({ columns }: Sealing, sealed: readonly string[]): AnyRow =>
  Object.fromEntries(sealed.map((column) => [column, columns[column]]));

/** Whether a row holds anything that must be sealed. */
export const needsSealing = (sealing: Sealing, row: AnyRow): boolean => {
  const columns = columnsToSeal(sealing, row);
  return contentOf(columns, row) !== contentOf(columns, sealing.columns);
};

/** The row as it is stored. What is about an erased subject is stored as erased. */
export const sealRow = (sealing: Sealing, keys: RowKeys, row: AnyRow): AnyRow => {
  if (!needsSealing(sealing, row)) return { ...row, sealed: null };
  const columns = columnsToSeal(sealing, row);
  const sealed = keys.seal(subjectOf(row), placeOf(sealing, row), contentOf(columns, row)) ?? null;
  return { ...row, ...placeholdersOf(sealing, columns), sealed };
};

/** The row as a fold and a reader know it; for an erased subject it is what the table contains. */
export const openRow = (sealing: Sealing, keys: RowKeys, { sealed, ...row }: AnyRow): AnyRow => {
  if (typeof sealed !== 'string') return row;
  const content = keys.open(subjectOf(row), placeOf(sealing, row), sealed);
  // Written by `sealRow`, and authentic: it opened.
  return content === undefined ? row : { ...row, ...(JSON.parse(content) as AnyRow) };
};

/** The row, opened, as it is once its subject is erased. */
export const eraseRow = ({ columns, derived }: Sealing, row: AnyRow): AnyRow => ({
  ...row,
  ...columns,
  ...derived,
});
