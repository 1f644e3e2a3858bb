/** Writes rows of cells as a Markdown table; the first row is its head. */
export const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, column) => (row[column] ?? '').replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `|${' --- |'.repeat(columns)}`;
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n');
};
