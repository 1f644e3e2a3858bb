/** What a text holds as JSON; undefined where it is none, which no schema of an answer accepts. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
