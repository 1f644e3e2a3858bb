import { describe, expect, it } from 'vitest';
import { isOnSites, sitesWithin } from '../../../../../domain/tools/search/medical-sites.ts';

const all = sitesWithin(undefined);

describe('the list of medical sites', () => {
  it.each(['nih.gov', 'www.nih.gov', 'pubmed.ncbi.nlm.nih.gov', 'WWW.CDC.GOV', 'nih.gov.'])(
    'includes %s',
    (host) => {
      expect(isOnSites(host, all)).toBe(true);
    },
  );
  it.each(['evilnih.gov', 'nih.gov.evil.com', 'nih-gov.com', 'gov', 'xn--nih-1na.gov', '', '127.0.0.1'])(
    'excludes %s',
    (host) => {
      expect(isOnSites(host, all)).toBe(false);
    },
  );
});

describe('the domains of a request', () => {
  it.each([
    [['nih.gov'], ['nih.gov']],
    [['nlm.nih.gov'], ['nlm.nih.gov']],
    [['NIH.gov.'], ['nih.gov']],
    [['evil.com'], []],
    [['evilnih.gov'], []],
    [['evil.com', 'cdc.gov'], ['cdc.gov']],
    [['cochrane.org', 'cochrane.org'], ['cochrane.org']],
  ])('%j leave %j', (wanted, left) => {
    expect(sitesWithin(wanted)).toEqual(left);
  });

  it('only ever narrow the list', () => {
    expect(sitesWithin([])).toEqual(all);
    const wide = sitesWithin(['gov', 'org']);
    expect(wide.length).toBeGreaterThan(10);
    expect(wide.every((site) => isOnSites(site, all))).toBe(true);
    expect(wide).not.toContain('who.int');
  });
});
