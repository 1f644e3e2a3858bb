/** Bullets, checkboxes and circled numbers; word processors take them from symbol fonts. */
const sign = String.raw`[*•◦▪●○‣❑❏□☐☑☒➢➤✓✔❶-➓⓫-⓴\uf000-\uf0ff]`;
const number = String.raw`\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]`;

/** Matches text that begins with the mark of a list item or of a form's box. */
export const listMark = new RegExp(String.raw`^(?:${sign}|${number}(?:\s|$))`, 'u');
/** Matches such a mark alone; a lone dash may also be an empty cell. */
export const onlyListMark = new RegExp(`^(?:[-–]|${sign}|${number})$`, 'u');
