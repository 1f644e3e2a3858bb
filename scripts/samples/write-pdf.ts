import { deflateSync } from 'node:zlib';

/** An element of a page, in points from the lower left corner. */
export type PdfMark =
  | {
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold?: boolean;
    }
  | { readonly line: readonly [x1: number, y1: number, x2: number, y2: number] }
  /** Raw operators of a page's content, e.g. `10 10 50 20 re S`. */
  | { readonly operators: string }
  /** A grayscale picture, one byte per pixel, in a part of the page. */
  | {
      readonly picture: { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
      readonly at: readonly [x: number, y: number, width: number, height: number];
    }
  /** A grayscale picture, one byte per pixel, over the whole page: a scan. */
  | { readonly scan: { readonly width: number; readonly height: number; readonly pixels: Uint8Array } };

/** A page in US letter format, 612 × 792 points. */
export type PdfPage = readonly PdfMark[];

type PdfFile = {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  /** The creation date, e.g. `D:20240715`. */
  readonly created?: string;
  /** XMP metadata, in ASCII. */
  readonly packet?: string;
  readonly pages: readonly PdfPage[];
  /** The entries of the outline, each with its page, from 1, and its depth, from 0. */
  readonly bookmarks?: readonly { readonly title: string; readonly page: number; readonly depth: number }[];
  /** Additional entries of the trailer, e.g. an encryption dictionary, for special samples. */
  readonly trailer?: string;
  /** The clockwise rotation of every page, in degrees. */
  readonly rotate?: 0 | 90 | 180 | 270;
};

/** Characters of Windows-1252 beyond Latin-1 that the samples use. */
const winAnsi: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
};

/** A PDF string in WinAnsi encoding, which covers Latin-1 and a few more characters. */
const literal = (text: string): string =>
  `(${[...text]
    .map((character) => {
      const code = winAnsi[character] ?? character.charCodeAt(0);
      if (code > 0xff) throw new Error(`The sample writer cannot encode ${character}.`);
      if ('()\\'.includes(character)) return `\\${character}`;
      return code < 0x80 ? character : `\\${code.toString(8).padStart(3, '0')}`;
    })
    .join('')})`;

const drawn = (mark: PdfMark): string => {
  if ('line' in mark) {
    const [x1, y1, x2, y2] = mark.line;
    return `0.5 w ${x1} ${y1} m ${x2} ${y2} l S`;
  }
  if ('operators' in mark) return `q ${mark.operators} Q`;
  if ('scan' in mark || 'picture' in mark) {
    const { width, height, pixels } = 'scan' in mark ? mark.scan : mark.picture;
    const [x, y, across, up] = 'scan' in mark ? [0, 0, 612, 792] : mark.at;
    const data = deflateSync(pixels).toString('latin1');
    return `q ${across} 0 0 ${up} ${x} ${y} cm BI /W ${width} /H ${height} /CS /G /BPC 8 /F /Fl ID ${data}\nEI Q`;
  }
  return `BT /${mark.bold === true ? 'F2' : 'F1'} ${mark.size} Tf ${mark.x} ${mark.y} Td ${literal(mark.text)} Tj ET`;
};

const font = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** The objects of an outline, numbered from `first`; the first one is the root. */
const outlineObjects = (
  bookmarks: NonNullable<PdfFile['bookmarks']>,
  first: number,
  pageNumber: (index: number) => number,
): readonly string[] => {
  const reference = (at: number): string => `${first + 1 + at} 0 R`;
  const parentOf = (at: number): number =>
    bookmarks.findLastIndex(({ depth }, index) => index < at && depth < (bookmarks[at]?.depth ?? 0));
  const childrenOf = (parent: number): readonly number[] =>
    bookmarks.flatMap((_, at) => (parentOf(at) === parent ? [at] : []));
  const ends = (children: readonly number[]): string => {
    const [from, to] = [children[0], children.at(-1)];
    return from === undefined || to === undefined
      ? ''
      : `/First ${reference(from)} /Last ${reference(to)} /Count ${children.length}`;
  };
  return [
    `<< /Type /Outlines ${ends(childrenOf(-1))} >>`,
    ...bookmarks.map(({ title, page }, at) => {
      const parent = parentOf(at);
      const siblings = childrenOf(parent);
      const place = siblings.indexOf(at);
      const [before, after] = [siblings[place - 1], siblings[place + 1]];
      return [
        `<< /Title ${literal(title)} /Parent ${parent < 0 ? `${first} 0 R` : reference(parent)}`,
        ...(before === undefined ? [] : [`/Prev ${reference(before)}`]),
        ...(after === undefined ? [] : [`/Next ${reference(after)}`]),
        `/Dest [${pageNumber(page - 1)} 0 R /Fit] ${ends(childrenOf(at))} >>`,
      ].join(' ');
    }),
  ];
};

/** Writes a PDF with Helvetica text, uncompressed except for pictures, and byte for byte the same for the same input. */
export const writePdf = (file: PdfFile): Uint8Array => {
  const { title, author, subject, created, packet, pages, bookmarks = [], trailer = '', rotate = 0 } = file;
  const pageNumber = (index: number): number => 6 + index * 2;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const info = [
    ...(title === undefined ? [] : [`/Title ${literal(title)}`]),
    ...(author === undefined ? [] : [`/Author ${literal(author)}`]),
    ...(subject === undefined ? [] : [`/Subject ${literal(subject)}`]),
    ...(created === undefined ? [] : [`/CreationDate ${literal(created)}`]),
  ];
  const afterPages = pageNumber(pages.length);
  const outlines = afterPages + (packet === undefined ? 0 : 1);
  const objects = [
    [
      '<< /Type /Catalog /Pages 2 0 R',
      ...(packet === undefined ? [] : [`/Metadata ${afterPages} 0 R`]),
      ...(bookmarks.length === 0 ? [] : [`/Outlines ${outlines} 0 R`]),
      '>>',
    ].join(' '),
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< ${info.join(' ')} >>`,
    ...pages.flatMap((marks, index) => {
      const stream = marks.map(drawn).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate ${rotate} /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    ...(packet === undefined
      ? []
      : [`<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet}\nendstream`]),
    ...(bookmarks.length === 0 ? [] : outlineObjects(bookmarks, outlines, pageNumber)),
  ];
  let written = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = written.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  written += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  written += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(written, 'latin1');
};
