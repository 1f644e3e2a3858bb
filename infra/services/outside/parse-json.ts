/** Parses JSON; returns undefined for invalid JSON, which no response schema accepts. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
