/** One member of every row of a table, by row name, with the types that `Object.entries` loses. */
export const pluck = <
  const Table extends Readonly<Record<string, Readonly<Record<Member, unknown>>>>,
  Member extends string,
>(
  table: Table,
  member: Member,
): { readonly [Name in keyof Table]: Table[Name][Member] } =>
  Object.fromEntries(Object.entries(table).map(([name, line]) => [name, line[member]])) as {
    readonly [Name in keyof Table]: Table[Name][Member];
  };
