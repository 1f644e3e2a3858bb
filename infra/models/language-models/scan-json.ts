/** Finds where a JSON object or array ends that a text begins with; each character is looked at once. */
export type JsonScan = {
  /** The position behind its end; undefined as long as it is not there. */
  readonly endIn: (text: string) => number | undefined;
};

/** @returns a scan of a text that only grows, and begins with the opening bracket. */
export const scanJson = (): JsonScan => {
  let at = 0;
  let depth = 0;
  let isInString = false;
  return {
    endIn: (text) => {
      for (; at < text.length; at += 1) {
        const character = text[at];
        if (isInString) {
          if (character === '\\') {
            // What is escaped may still have to come.
            if (at + 1 >= text.length) return undefined;
            at += 1;
          } else if (character === '"') isInString = false;
        } else if (character === '"') isInString = true;
        else if (character === '{' || character === '[') depth += 1;
        else if (character === '}' || character === ']') {
          depth -= 1;
          if (depth === 0) return at + 1;
        }
      }
      return undefined;
    },
  };
};
