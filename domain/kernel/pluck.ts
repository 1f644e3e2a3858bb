/** One member of every line of a table, under the names of the lines. `Object.entries` alone forgets whose it is. */
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
