const MAX_PREPARED_STATEMENTS = 1000;
const names = new Map<string, string>();

/**
 * The name under which a statement is prepared once per connection: statements are few and static. `undefined` above
 * 1,000 texts, which then cannot be static.
 */
export const statementNameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known;
  const name = `anamnesis_${names.size}`;
  names.set(text, name);
  return name;
};
