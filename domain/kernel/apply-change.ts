/** Values that may each be missing. */
type Values = Readonly<Record<string, unknown>>;

/** A change of values: `null` removes one, absent ones stay. */
type ChangeOf<Some extends Values> = { readonly [Name in keyof Some]?: Some[Name] | null | undefined };

/** The values after a change. */
export const applyChange = <Some extends Values>(values: Some, change: ChangeOf<Some>): Some => {
  const next: { -readonly [Name in keyof Some]: Some[Name] } = { ...values };
  for (const name in change) {
    const value = change[name];
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  return next;
};
