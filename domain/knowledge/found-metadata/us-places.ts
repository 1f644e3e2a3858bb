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

/** Whether a code is one of the United States. */
export const isUsState = (code: string | undefined): boolean => code !== undefined && stateCodes.has(code);

/**
 * Counties of more than a million inhabitants (US Census 2020) whose names no county, province or district elsewhere
 * in the English-speaking world has.
 */
const usCounties = new Set(
  (
    'los angeles,cook,harris,maricopa,san diego,miami-dade,dallas,riverside,san bernardino,tarrant,bexar,broward,' +
    'santa clara,alameda,philadelphia,sacramento,palm beach,contra costa,cuyahoga,allegheny,salt lake,travis,fulton,' +
    'mecklenburg,honolulu,fairfax,westchester,pima,gwinnett,hennepin,fresno'
  ).split(','),
);

/** Whether a line names a county that is known to be one of the United States: `COUNTY OF LOS ANGELES`, `Cook County`. */
export const namesUsCounty = (line: string): boolean => {
  const name =
    /\bcounty of ([a-z-]+(?: [a-z-]+)?)/i.exec(line)?.[1] ??
    /\b([a-z-]{1,40}(?: [a-z-]{1,40})?) county\b/i.exec(line)?.[1];
  if (name === undefined) return false;
  const words = name.toLowerCase().split(' ');
  return [words.join(' '), words[0] ?? '', words.at(-1) ?? ''].some((candidate) => usCounties.has(candidate));
};
