import { type QuotedLine, quotedLines } from '../answers/quoted-lines.ts';
import type { TrapAnswer } from './answer-trap.ts';
import type { ExpectedText, Labelled, TrapExpectation } from './trap.ts';

/** Ignores case, blanks and Markdown, which are layout; table cells stay separate. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s*_]+/g, '');

/** The position of the words in a text or in its plain form; -1 when absent. */
const placeOf = (text: string, said: ExpectedText): number => {
  if (said instanceof RegExp) return text.search(said);
  const wanted = plain(said);
  const within = plain(text);
  // A number must match exactly: 1.5 mg does not occur in 11.5 mg, nor 5 mL in 5 mL/kg.
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
    const before = within.slice(Math.max(0, at - 2), at);
    const after = within.slice(at + wanted.length, at + wanted.length + 2);
    const cutsBefore = /^\d/.test(wanted) && /\d[.,]?$/.test(before);
    const cutsAfter = /\d$/.test(wanted)
      ? /^[.,]?\d/.test(after)
      : /[a-z]$/.test(wanted) && after.startsWith('/');
    if (!cutsBefore && !cutsAfter) return at;
  }
  return -1;
};

const says = (text: string, said: ExpectedText): boolean => placeOf(text, said) >= 0;

/** A line of an answer, with its title and section. */
type ShownLine = QuotedLine & { readonly place: string };

/** The context of a line: for a value in one cell, only its column. */
const surroundings = ({ text, cells, heads, above, place }: ShownLine, value: ExpectedText): string => {
  const columns = (cells ?? []).flatMap((cell, column) => (says(cell, value) ? [heads[column] ?? ''] : []));
  const header = cells === undefined ? [] : columns.length > 0 ? columns : heads;
  return [place, ...above, ...header, text].join('\n');
};

const unlabelled = ({ value, by }: Labelled, lines: readonly ShownLine[]): readonly string[] =>
  lines
    .filter(({ text }) => says(text, value))
    .flatMap((line) => {
      const around = surroundings(line, value);
      const lacking = by.filter((label) => !says(around, label));
      return lacking.length === 0 ? [] : [`“${value}” is shown without ${lacking.join(', ')}: ${line.text}`];
    });

/** The shortcomings of an answer, each as a sentence; empty for a correct one. */
export const judgeTrap = (expects: TrapExpectation, given: TrapAnswer): readonly string[] => {
  const { answer, citations, warnings } = given;
  const quoted = citations.map(({ excerpt }) => excerpt).join('\n\n');
  const everything = [answer, quoted, ...warnings].join('\n\n');
  const remarks = answer.slice(0, Math.max(0, answer.search(/^\[1\]/m)) || answer.length);
  const lines = citations.flatMap(({ n, title, section, excerpt, passages }) => {
    const head = answer.split('\n').find((line) => line.startsWith(`[${n}] `)) ?? title;
    return (passages ?? [{ section, excerpt }]).flatMap((part) =>
      quotedLines(part.excerpt).map((line): ShownLine => ({ ...line, place: `${head}\n${part.section}` })),
    );
  });
  const {
    quotes = [],
    never = [],
    shows = [],
    onlyWith = [],
    before = [],
    warns = [],
    onPage = [],
  } = expects;
  const first = citations[0]?.fileName;
  return [
    ...quotes.filter((said) => !says(quoted, said)).map((said) => `“${said}” is not quoted.`),
    ...never.filter((said) => says(everything, said)).map((said) => `“${said}” is said.`),
    ...shows.filter(({ value }) => !says(quoted, value)).map(({ value }) => `“${value}” is not shown.`),
    ...[...shows, ...onlyWith].flatMap((labelled) => unlabelled(labelled, lines)),
    ...before.flatMap(([one, other]) => {
      const places = [placeOf(quoted, one), placeOf(quoted, other)] as const;
      if (places[0] < 0) return [`“${one}” is not quoted.`];
      return places[1] >= 0 && places[1] < places[0] ? [`“${other}” is before “${one}”.`] : [];
    }),
    ...warns.filter((said) => !says(everything, said)).map((said) => `Nothing warns “${said}”.`),
    ...(expects.remarks ?? [])
      .filter((said) => !says(remarks, said))
      .map((said) => `Nothing begins with “${said}”.`),
    ...(expects.citesFirst !== undefined && first !== expects.citesFirst
      ? [`${first ?? 'nothing'} is cited first.`]
      : []),
    ...(expects.citesNever ?? [])
      .filter((file) => citations.some(({ fileName }) => fileName === file))
      .map((file) => `${file} is cited.`),
    ...onPage.flatMap(({ line, page }) => {
      const holding = citations.flatMap(({ passages = [] }) =>
        passages.filter(({ excerpt }) => says(excerpt, line)),
      );
      if (holding.length === 0) return [`“${line}” is not quoted.`];
      return holding.every(({ pages }) => pages.includes(page) && pages.length === 1)
        ? []
        : [`“${line}” is said to be on page ${holding.map(({ pages }) => pages.join('-')).join(', ')}.`];
    }),
  ];
};
