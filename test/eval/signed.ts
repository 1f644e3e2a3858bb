/** A difference with its sign and three digits; `=` when all of them are zero. */
export const signed = (difference: number): string => {
  const text = difference.toFixed(3);
  return Number(text) === 0 ? '=' : difference > 0 ? `+${text}` : text;
};
