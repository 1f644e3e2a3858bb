declare const sealedMark: unique symbol;

/**
 * The type of a sensitive column as read from the table: it holds only a placeholder, so it is useless until its row
 * is opened. Exists only as a type.
 */
export type Sealed<Value> = { readonly [sealedMark]: Value };

/** The type of a column in an opened row. */
export type Opened<Value> = Value extends Sealed<infer Inner> ? Inner : Value;

/** An opened row: with its sensitive content, without the sealed text. */
export type OpenedRow<Stored> = {
  [Property in Exclude<keyof Stored, 'sealed'>]: Opened<Stored[Property]>;
};

/** The columns that are sealed. */
export type SealedColumn<Stored> = {
  [Property in keyof Stored]-?: Extract<Stored[Property], Sealed<unknown>> extends never ? never : Property;
}[keyof Stored] &
  string;
