import { expect, it } from 'vitest';
import { findHtmlPictures } from '../../../../../infra/reading/text-extraction/html/find-html-pictures.ts';

const image = '<img src="data:image/png;base64,AAAA" alt="A zebra">';

it('only the beginning of the text next to a picture is read', () => {
  const page = `<div>Zebras graze. ${image.repeat(300)}${'They are striped. '.repeat(50_000)}</div>`;
  const pictures = findHtmlPictures(page);
  expect(pictures).toHaveLength(300);
  expect(pictures[0]?.anchors[1]).toMatch(/^Zebras graze\. They are striped\./);
  const read = pictures.flatMap(({ anchors }) => anchors).reduce((sum, text) => sum + text.length, 0);
  expect(read).toBeLessThan(1_000_000);
});

it('the text next to a picture comes from its block, from neighbouring blocks, and from its caption', () => {
  const [picture] = findHtmlPictures(
    `<p>Before.</p><figure>${image}<figcaption>Figure 1. A <b>zebra</b>.</figcaption></figure><p>After.</p>`,
  );
  expect(picture?.anchors).toEqual(['Figure 1. A zebra.', 'Figure 1. A zebra.', 'Before.', 'After.']);
});
