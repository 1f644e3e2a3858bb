/** Names of the tags that models put around their thoughts: DeepSeek and Qwen, Kimi, Magistral, Seed and others. */
const names = 'think(?:ing)?|thoughts?|reasoning|reflection|seed:think';
const tag = new RegExp(
  String.raw`<\s?(?<angle>/?)\s?(?:${names})\s?>|◁\s?(?<wedge>/?)(?:${names})▷|\[(?<square>/?)THINK\]`,
  'iu',
);
/** The end of a text that may be the beginning of such a tag. */
const begun = /(?:[<◁]\s?\/?\s?[a-z:]{0,12}\s?|\[\/?[a-z]{0,5})$/iu;

/** Removes what a model thinks from what it says, however the text is divided into pieces. */
export type ThoughtRemoval = {
  /** What is said of all that has come, as far as it is certain. */
  readonly push: (text: string) => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
};

/**
 * Tags may stand within each other: only what is outside all of them is said. A thought that never ends is all that
 * follows. A closing tag without an opening one (some templates put that into the prompt) is only removed itself: what
 * came before it has been passed on.
 */
export const removeThoughts = (): ThoughtRemoval => {
  let buffer = '';
  let depth = 0;

  const take = (isLast: boolean): string => {
    let said = '';
    const say = (text: string): void => {
      if (depth === 0) said += text;
    };
    for (;;) {
      const found = tag.exec(buffer);
      if (found === null) break;
      say(buffer.slice(0, found.index));
      buffer = buffer.slice(found.index + found[0].length);
      const { angle, wedge, square } = found.groups ?? {};
      depth = (angle || wedge || square) === '/' ? Math.max(0, depth - 1) : depth + 1;
    }
    const held = isLast ? buffer.length : (begun.exec(buffer)?.index ?? buffer.length);
    say(buffer.slice(0, held));
    buffer = buffer.slice(held);
    return said;
  };

  return {
    push: (text) => {
      buffer += text;
      return take(false);
    },
    end: () => take(true),
  };
};
