import type { RowKeys } from '../../ports/row-sealer.ts';

/** A row as stored or as a fold sees it. */
type AnyRow = Readonly<Record<string, unknown>>;

/**
 * The sensitive parts of a read model's rows. In the table, sensitive columns hold the text shown after an erasure,
 * and the column `sealed` holds the real values, encrypted with the key of the row's `subject`.
 */
export type Sealing = {
  readonly projection: string;
  /** The first version of the projection whose rows are sealed. */
  readonly since: number;
  /** The property that holds the row's key. */
  readonly key: string;
  /** The sensitive columns, each with its replacement after an erasure. */
  readonly columns: AnyRow;
  /** Those that need no sealing in a row known to hold no PHI: lists filter and sort by them. */
  readonly plainWhenClean: {
    readonly columns: readonly string[];
    readonly isClean: (row: AnyRow) => boolean;
  };
  /**
   * Columns that derive from sensitive content but reveal too little to be sealed, with their values after an
   * erasure.
   */
  readonly derived: AnyRow;
};

/** A row as its columns by name. */
export const plainRow = (row: object): AnyRow => Object.fromEntries(Object.entries(row));

/** The place of a row, which binds the sealed text to it. */
const placeOf = ({ projection, key }: Sealing, row: AnyRow): string => `${projection}/${String(row[key])}`;

/** The data subject of a row. */
export const subjectOf = (row: AnyRow): string => String(row.subject);

const contentOf = (columns: readonly string[], row: AnyRow): string =>
  JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));

const columnsToSeal = ({ columns, plainWhenClean }: Sealing, row: AnyRow): readonly string[] => {
  const all = Object.keys(columns);
  return plainWhenClean.isClean(row) ? all.filter((column) => !plainWhenClean.columns.includes(column)) : all;
};

const placeholdersOf = ({ columns }: Sealing, sealed: readonly string[]): AnyRow =>
  Object.fromEntries(sealed.map((column) => [column, columns[column]]));

/** Whether a row holds sensitive content. */
export const needsSealing = (sealing: Sealing, row: AnyRow): boolean => {
  const columns = columnsToSeal(sealing, row);
  return contentOf(columns, row) !== contentOf(columns, sealing.columns);
};

/** The row as stored. The row of an erased subject is stored as erased. */
export const sealRow = (sealing: Sealing, keys: RowKeys, row: AnyRow): AnyRow => {
  if (!needsSealing(sealing, row)) return { ...row, sealed: null };
  const columns = columnsToSeal(sealing, row);
  const sealed = keys.seal(subjectOf(row), placeOf(sealing, row), contentOf(columns, row)) ?? null;
  return { ...row, ...placeholdersOf(sealing, columns), sealed };
};

/** The row as folds and readers see it; for an erased subject, the placeholders from the table. */
export const openRow = (sealing: Sealing, keys: RowKeys, { sealed, ...row }: AnyRow): AnyRow => {
  if (typeof sealed !== 'string') return row;
  const content = keys.open(subjectOf(row), placeOf(sealing, row), sealed);
  // Written by `sealRow`, and authentic: it opened.
  return content === undefined ? row : { ...row, ...(JSON.parse(content) as AnyRow) };
};

/** The opened row after the erasure of its subject. */
export const eraseRow = ({ columns, derived }: Sealing, row: AnyRow): AnyRow => ({
  ...row,
  ...columns,
  ...derived,
});
