const unstorable = /\\u0000|\\ud[89a-f]/i;

const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\uFFFD') : value;

/**
 * A value as JSON that PostgreSQL can parse. Its text type allows neither NUL nor lone surrogates, which people may
 * well type; they become the replacement character U+FFFD. The log itself keeps them.
 */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  return unstorable.test(text) ? JSON.stringify(value, storable) : text;
};
