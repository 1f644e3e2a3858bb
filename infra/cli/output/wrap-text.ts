/** Breaks lines at blanks so that they fit, each continued line indented like its beginning. */
export const wrapText = (text: string, width: number, indent = ''): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(/\s+/).filter((part) => part !== '')) {
        if (current !== '' && indent.length + current.length + 1 + word.length > width) {
          lines.push(indent + current);
          current = word;
        } else current = current === '' ? word : `${current} ${word}`;
      }
      lines.push(current === '' ? '' : indent + current);
      return lines;
    })
    .join('\n');
