/** Words without meaning for a search. Negations stay: "not breathing" is not "breathing". */
export const stopWords: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does doing for from had has have he her him his how i if in into is
  it its just me my of on or our shall she should so such than that the their them then there these they this those to
  too us was we were what when where which while who whom why will with would you your whats im ive id about any some
  also am being both each few more most other own same very s t don now per via etc eg ie`.split(/\s+/),
);
