import { expect, it } from 'vitest';
import { textOfMarkup } from '../../../../../infra/services/lookups/text-of-markup.ts';

it.each([
  ['A <strong>new</strong> drug &amp; more', 'A new drug & more'],
  ['a<script>alert(1)</script>b<style>p{}</style>c', 'abc'],
  ['<img src=x onerror=alert(1)>5 &lt; 6', '5 < 6'],
  ['<a href="javascript:alert(1)">link', 'link'],
  ['SpO2 < 94 %', 'SpO2 < 94 %'],
])('the visible text of %j is extracted', (markup, text) => {
  expect(textOfMarkup(markup)).toBe(text);
});
