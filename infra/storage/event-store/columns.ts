/** Columns as the log's own statements return them. Anything else is a defect of the adapter, not of the data. */
export const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('The event log returned a column that is not text.');
  return value;
};

export const integer = (value: unknown): number => {
  const number = typeof value === 'number' ? value : Number.NaN;
  if (!Number.isSafeInteger(number))
    throw new TypeError('The event log returned a column that is not an integer.');
  return number;
};
