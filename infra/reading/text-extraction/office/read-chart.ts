import type { Element } from 'domhandler';
import { type Cell, escapeHtml, tableHtml } from '../markup/html-writing.ts';
import { shownNumber } from './number-format.ts';
import { type OfficeXml, walkElements } from './office-xml.ts';

/** Most series of a chart, and most points of a series, to read. */
const mostSeries = 50;
const mostPoints = 2_000;

const found = (xml: OfficeXml, root: Element | undefined, name: string): readonly Element[] => {
  const all: Element[] = [];
  if (root !== undefined)
    walkElements(root, (element) => {
      if (xml.nameOf(element) === name) all.push(element);
      return true;
    });
  return all;
};

/** Returns the points of a series by their indices, formatted as shown. */
const pointsOf = (xml: OfficeXml, holder: Element | undefined): ReadonlyMap<number, string> => {
  const [pattern] = found(xml, holder, 'c:formatCode').map((code) => xml.$(code).text());
  const isNumber = found(xml, holder, 'c:numCache').length + found(xml, holder, 'c:numLit').length > 0;
  return new Map(
    found(xml, holder, 'c:pt')
      .slice(0, mostPoints)
      .map((point) => {
        const text = xml.$(xml.child(point, 'c:v') ?? point).text();
        const value = Number(text);
        const shown = isNumber && Number.isFinite(value) ? shownNumber(value, pattern) : text;
        return [Number(xml.attribute(point, 'idx') ?? 0), shown];
      }),
  );
};

/** Writes a chart as the table of its cached values, under its title. */
export const chartHtml = (xml: OfficeXml): string => {
  const [title] = found(xml, xml.root, 'c:title');
  const texts = found(xml, title, 'a:t').map((text) => xml.$(text).text());
  const series = found(xml, xml.root, 'c:ser')
    .slice(0, mostSeries)
    .map((one) => ({
      name: [...pointsOf(xml, xml.child(one, 'c:tx')).values()].join(' '),
      names: pointsOf(xml, xml.child(one, 'c:cat') ?? xml.child(one, 'c:xVal')),
      values: pointsOf(xml, xml.child(one, 'c:val') ?? xml.child(one, 'c:yVal')),
    }));
  const indices = [...new Set(series.flatMap(({ values }) => [...values.keys()]))].toSorted(
    (one, other) => one - other,
  );
  const cell = (text: string): Cell => ({ html: escapeHtml(text) });
  const head = [cell(''), ...series.map(({ name }) => cell(name))];
  const rows = indices.map((index) => [
    cell(series.map(({ names }) => names.get(index)).find((name) => name !== undefined) ?? ''),
    ...series.map(({ values }) => cell(values.get(index) ?? '')),
  ]);
  const heading = texts.length === 0 ? '' : `<p>${escapeHtml(texts.join(''))}</p>`;
  return heading + (rows.length === 0 ? '' : tableHtml([head, ...rows], 1));
};
