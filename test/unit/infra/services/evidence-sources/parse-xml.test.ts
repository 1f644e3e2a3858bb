import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../../../infra/services/outside/parse-xml.ts';

describe('reading XML', () => {
  it.each([
    '<multistatus xmlns="DAV:" />',
    '<multistatus xmlns="DAV:"/>\n',
    '<multistatus xmlns="DAV:"></multistatus>',
  ])('takes an answer without anything in it for whole: %s', (text) => {
    expect(parseXml(`<?xml version='1.0' encoding='utf-8'?>\n${text}`)).toEqual({
      name: 'multistatus',
      attributes: { xmlns: 'DAV:' },
      content: [],
    });
  });

  it.each(['<a><b/>', '<a><b>text</b></a', '<a', '<a><b/></a><c>'])(
    'takes nothing that was cut off: %s',
    (text) => {
      expect(parseXml(text)).toBeUndefined();
    },
  );
});
