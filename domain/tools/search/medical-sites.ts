/**
 * The domains that web searches are restricted to: medical authorities, guideline makers, societies, journals and
 * reference works. A page belongs to one if its host is that domain or a subdomain.
 */
const medicalSites = [
  // Authorities
  'nih.gov',
  'cdc.gov',
  'fda.gov',
  'ahrq.gov',
  'cms.gov',
  'hhs.gov',
  'cancer.gov',
  'medlineplus.gov',
  'clinicaltrials.gov',
  'ems.gov',
  'va.gov',
  'who.int',
  'paho.org',
  'ecdc.europa.eu',
  'ema.europa.eu',
  'gov.uk',
  'nhs.uk',
  'nice.org.uk',
  'sign.ac.uk',
  'mhra.gov.uk',
  'canada.ca',
  'tga.gov.au',
  'health.gov.au',
  'rki.de',
  'awmf.org',
  // Makers of guidelines and reviews
  'uspreventiveservicestaskforce.org',
  'cochrane.org',
  'cochranelibrary.com',
  'ilcor.org',
  'erc.edu',
  'resus.org.uk',
  'nasemso.org',
  'naemsp.org',
  'poison.org',
  // Societies
  'acc.org',
  'heart.org',
  'escardio.org',
  'stroke.org',
  'diabetes.org',
  'endocrine.org',
  'idsociety.org',
  'thoracic.org',
  'chestnet.org',
  'ersnet.org',
  'goldcopd.org',
  'ginasthma.org',
  'kdigo.org',
  'kidney.org',
  'aasld.org',
  'easl.eu',
  'gi.org',
  'gastro.org',
  'rheumatology.org',
  'hematology.org',
  'cancer.org',
  'nccn.org',
  'asco.org',
  'esmo.org',
  'aan.com',
  'psychiatry.org',
  'aap.org',
  'acog.org',
  'rcog.org.uk',
  'acep.org',
  'aafp.org',
  'acponline.org',
  'facs.org',
  'asahq.org',
  'sccm.org',
  'survivingsepsis.org',
  'ashp.org',
  'ismp.org',
  'jointcommission.org',
  'ama-assn.org',
  // Journals and reference works
  'nejm.org',
  'jamanetwork.com',
  'thelancet.com',
  'bmj.com',
  'acpjournals.org',
  'ahajournals.org',
  'diabetesjournals.org',
  'plos.org',
  'uptodate.com',
  'merckmanuals.com',
  'msdmanuals.com',
  'mayoclinic.org',
  'clevelandclinic.org',
  'hopkinsmedicine.org',
  'drugs.com',
] as const;

/** True when a host is a domain or its subdomain: `www.nih.gov` is under `nih.gov`, `evilnih.gov` is not. */
const isUnder = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Normalizes a host for comparison: without the trailing dot of the root, which browsers ignore. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * Restricts the medical domains to the wanted ones: a wanted subdomain of a medical domain counts itself, a wider
 * domain (`gov`) selects the medical domains under it, and any other selects nothing. It can only narrow.
 *
 * @param wanted default: all
 */
export const sitesWithin = (wanted: readonly string[] | undefined): readonly string[] => {
  if (wanted === undefined || wanted.length === 0) return medicalSites;
  return [
    ...new Set(
      wanted
        .map(plainHost)
        .flatMap((domain) =>
          medicalSites.some((site) => isUnder(domain, site))
            ? [domain]
            : medicalSites.filter((site) => isUnder(site, domain)),
        ),
    ),
  ];
};

/** True when a host belongs to one of the sites. */
export const isOnSites = (host: string, sites: readonly string[]): boolean =>
  sites.some((site) => isUnder(plainHost(host), site));
