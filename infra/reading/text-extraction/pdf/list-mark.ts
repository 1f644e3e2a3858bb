/** Bullets, boxes to tick and numbers in circles; word processors take them from fonts of symbols. */
const sign = String.raw`[*•◦▪●○‣❑❏□☐☑☒➢➤✓✔❶-➓⓫-⓴\uf000-\uf0ff]`;
const number = String.raw`\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]`;

/** What begins with the mark of a list's item or of a form's box. */
export const listMark = new RegExp(String.raw`^(?:${sign}|${number}(?:\s|$))`, 'u');
/** What is such a mark and nothing else; a dash alone may also be an empty cell. */
export const onlyListMark = new RegExp(`^(?:[-–]|${sign}|${number})$`, 'u');
