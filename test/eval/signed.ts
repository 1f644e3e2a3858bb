/** A difference as it is shown: with its sign and three digits, `=` where they show none. */
export const signed = (difference: number): string => {
  const text = difference.toFixed(3);
  return Number(text) === 0 ? '=' : difference > 0 ? `+${text}` : text;
};
