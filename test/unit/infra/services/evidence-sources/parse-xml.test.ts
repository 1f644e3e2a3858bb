import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../../../infra/services/outside/parse-xml.ts';

describe('the XML parser', () => {
  it.each([
    '<multistatus xmlns="DAV:" />',
    '<multistatus xmlns="DAV:"/>\n',
    '<multistatus xmlns="DAV:"></multistatus>',
  ])('accepts an empty answer as complete: %s', (text) => {
    expect(parseXml(`<?xml version='1.0' encoding='utf-8'?>\n${text}`)).toEqual({
      name: 'multistatus',
      attributes: { xmlns: 'DAV:' },
      content: [],
    });
  });

  it.each(['<a><b/>', '<a><b>text</b></a', '<a', '<a><b/></a><c>'])(
    'rejects a truncated answer: %s',
    (text) => {
      expect(parseXml(text)).toBeUndefined();
    },
  );
});
