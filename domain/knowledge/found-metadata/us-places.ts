/** The states, the District of Columbia and the inhabited territories with their postal codes (USPS Publication 28). */
export const usStates: ReadonlyMap<string, string> = new Map(
  (
    'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
    'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
    'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
    'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
    'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,' +
    'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
    'WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,GU Guam,VI Virgin Islands,AS American Samoa,' +
    'MP Northern Mariana Islands'
  )
    .split(',')
    .map((entry) => [entry.slice(3).toLowerCase(), entry.slice(0, 2)]),
);

const stateCodes: ReadonlySet<string> = new Set(usStates.values());

/** True when a code is that of a state or territory of the United States. */
export const isUsState = (code: string | undefined): boolean => code !== undefined && stateCodes.has(code);

/**
 * Counties of more than a million inhabitants (US Census 2020) whose names no other county, province or district in the
 * English-speaking world shares.
 */
const usCounties = new Set(
  (
    'los angeles,cook,harris,maricopa,san diego,miami-dade,dallas,riverside,san bernardino,tarrant,bexar,broward,' +
    'santa clara,alameda,philadelphia,sacramento,palm beach,contra costa,cuyahoga,allegheny,salt lake,travis,fulton,' +
    'mecklenburg,honolulu,fairfax,westchester,pima,gwinnett,hennepin,fresno'
  ).split(','),
);

/**
 * Large counties whose names are unique in the United States (US Census Bureau, gazetteer of counties), by state. Names
 * that two states share, such as Orange or Cook, are left out.
 */
const countiesByState: Readonly<Record<string, string>> = {
  AZ: 'maricopa,pima,pinal,yavapai,coconino,cochise',
  CA:
    'alameda,contra costa,el dorado,fresno,imperial,inyo,kern,los angeles,madera,marin,mendocino,merced,monterey,' +
    'napa,placer,riverside,sacramento,san benito,san bernardino,san diego,san francisco,san joaquin,' +
    'san luis obispo,san mateo,santa barbara,santa clara,shasta,siskiyou,solano,sonoma,stanislaus,tulare,tuolumne,' +
    'ventura,yolo,yuba',
  CO: 'arapahoe,larimer',
  FL: 'alachua,brevard,broward,miami-dade,palm beach,pinellas,sarasota,volusia',
  GA: 'gwinnett',
  HI: 'honolulu,maui',
  MD: 'anne arundel',
  MI: 'macomb,washtenaw',
  MN: 'anoka,hennepin',
  NC: 'buncombe,guilford',
  NM: 'bernalillo',
  NV: 'washoe',
  NY: 'dutchess,onondaga,westchester',
  OH: 'cuyahoga,mahoning',
  OR: 'clackamas,deschutes,multnomah',
  PA: 'allegheny,philadelphia',
  TX: 'bexar,collin,galveston,tarrant,travis',
  UT: 'salt lake',
  VA: 'fairfax,henrico,loudoun',
  WA: 'kitsap,snohomish,spokane,whatcom,yakima',
  WI: 'milwaukee,waukesha',
};
const stateByCounty: ReadonlyMap<string, string> = new Map(
  Object.entries(countiesByState).flatMap(([state, counties]) =>
    counties.split(',').map((county): readonly [string, string] => [county, state]),
  ),
);

/** The postal code of the state of a county with a unique name: `Los Angeles` → `CA`. */
export const stateOfUsCounty = (county: string | undefined): string | undefined =>
  stateByCounty.get(
    (county ?? '')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/ county$/, '')
      .trim(),
  );

/** True when a line names a known county of the United States: `COUNTY OF LOS ANGELES`, `Cook County`. */
export const namesUsCounty = (line: string): boolean => {
  const name =
    /\bcounty of ([a-z-]+(?: [a-z-]+)?)/i.exec(line)?.[1] ??
    /\b([a-z-]{1,40}(?: [a-z-]{1,40})?) county\b/i.exec(line)?.[1];
  if (name === undefined) return false;
  const words = name.toLowerCase().split(' ');
  return [words.join(' '), words[0] ?? '', words.at(-1) ?? ''].some((candidate) => usCounties.has(candidate));
};
