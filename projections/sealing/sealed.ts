declare const sealedMark: unique symbol;

/**
 * The type of a column with sensitive content, as it is read from the table: it holds only a placeholder, so nothing can
 * be done with it except opening the row. Exists in types only.
 */
export type Sealed<Value> = { readonly [sealedMark]: Value };

/** The type of a column once its row has been opened. */
export type Opened<Value> = Value extends Sealed<infer Inner> ? Inner : Value;

/** A row once it has been opened: with its sensitive content, and without the sealed text. */
export type OpenedRow<Stored> = {
  [Property in Exclude<keyof Stored, 'sealed'>]: Opened<Stored[Property]>;
};

/** The columns that are sealed. */
export type SealedColumn<Stored> = {
  [Property in keyof Stored]-?: Extract<Stored[Property], Sealed<unknown>> extends never ? never : Property;
}[keyof Stored] &
  string;
