import { describe, expect, it } from 'vitest';
import { htmlToText } from '../../../../../infra/reading/text-extraction/html/html-to-text.ts';

const linesOf = (html: string): readonly string[] =>
  htmlToText(`<body>${html}</body>`)
    .text.split('\n')
    .filter((line) => line !== '');

describe('the lists of an HTML page', () => {
  it.each([
    ['a start number', '<ol start="4"><li>a<li>b</ol>', ['4. a', '5. b']],
    ['an item value', '<ol><li>a<li value=7>b<li>c</ol>', ['1. a', '7. b', '8. c']],
    ['reversed order', '<ol reversed><li>a<li>b<li>c</ol>', ['3. a', '2. b', '1. c']],
    ['reversed order with a start number', '<ol reversed start=10><li>a<li>b</ol>', ['10. a', '9. b']],
    ['small letters', '<ol type=a start=26><li>a<li>b</ol>', ['z. a', 'aa. b']],
    ['capital letters', '<ol type="A"><li>a<li>b</ol>', ['A. a', 'B. b']],
    ['small Roman numerals', '<ol type="i" start=4><li>a<li>b</ol>', ['iv. a', 'v. b']],
    ['capital Roman numerals', '<ol type="I" start=0><li>a<li>b</ol>', ['0. a', 'I. b']],
    ['a style', '<ol style="margin:0; list-style-type: lower-latin"><li>a<li>b</ol>', ['a. a', 'b. b']],
    ['an item type', '<ol><li>a<li type="a">b</ol>', ['1. a', 'b. b']],
    ['no markers', '<ol style="list-style:none"><li>3.1 a<li>3.2 b</ol>', ['3.1 a', '3.2 b']],
    ['bullets', '<ul><li>a<li>b</ul>', ['- a', '- b']],
  ])('show %s like a browser', (_, html, lines) => {
    expect(linesOf(html)).toEqual(lines);
  });

  it('number only items, and not hidden ones', () => {
    expect(
      linesOf('<ol><li>a</li><script>x</script><li hidden>b</li><ul><li>c</li></ul><li>d</li></ol>'),
    ).toEqual(['1. a', '   - c', '2. d']);
  });

  it('number items in wrappers, and separate items outside a list', () => {
    expect(linesOf('<ol start=2><div><li>Give oxygen</li><li>Call</li></div><li>Go</li></ol>')).toEqual([
      '2. Give oxygen',
      '3. Call',
      '4. Go',
    ]);
    expect(linesOf('<div><li>Oxygen</li><li>Call</li></div>').map((line) => line.trim())).toEqual([
      'Oxygen',
      'Call',
    ]);
  });

  it('keep nested lists, and lists in table cells', () => {
    expect(linesOf('<ol start=3><li>a<ol type=a><li>b<br>more</ol><li>c</ol>')).toEqual([
      '3. a',
      '   a. b',
      '      more',
      '4. c',
    ]);
    expect(
      linesOf('<table><tr><th>Do<th>Dose<tr><td><ol start=2><li>Call<li>Go</ol><td>1</table>').at(-1),
    ).toBe('| 2. Call 3. Go | 1 |');
  });
});
