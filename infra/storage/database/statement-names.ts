const MAX_PREPARED_STATEMENTS = 1000;
const names = new Map<string, string>();

/**
 * Statements are few and static; each text is prepared once a connection under its own name. `undefined` when
 * there are too many of them to be static after all.
 */
export const statementNameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known;
  const name = `anamnesis_${names.size}`;
  names.set(text, name);
  return name;
};
