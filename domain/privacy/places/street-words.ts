const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Street suffixes that are hardly anything else (USPS Publication 28, appendix C1), with their short forms. */
export const streetSuffixes: readonly string[] = words(`
  avenue ave av boulevard blvd street str road rd drive lane highway hwy parkway pkwy expressway expy freeway fwy turnpike tpke
  causeway terrace ter court crescent cres circle cir square alley aly plaza plz motorway throughway trafficway
`);

/** Abbreviations that mean something else in lower case: they need a capital, and a capital before. */
export const shortSuffixes: readonly string[] = words(
  'St Dr Ln Ct Pl Sq Trl Way Place Loop Trail Run Row Walk Close Mews Rue',
);

/** Further suffixes of the same list that are ordinary words: they need capitals and a matching place. */
export const rareSuffixes: readonly string[] = words(`
  Annex Arcade Bayou Beach Bend Bluff Bluffs Bottom Branch Bridge Brook Brooks Burg Burgs Bypass Camp Canyon Cape Center
  Centers Circles Cliff Cliffs Club Common Commons Corner Corners Course Courts Cove Coves Creek Crest Crossing Crossroad
  Curve Dale Dam Divide Drives Estate Estates Extension Extensions Fall Falls Ferry Field Fields Flat Flats Ford Fords
  Forest Forge Forges Fork Forks Fort Garden Gardens Gateway Glen Glens Green Greens Grove Groves Harbor Harbors Haven Heights
  Hill Hills Hollow Inlet Island Islands Isle Junction Junctions Key Keys Knoll Knolls Lake Lakes Land Landing Light Lights
  Loaf Lock Locks Lodge Mall Manor Manors Meadow Meadows Mill Mills Mission Mount Mountain Mountains Neck Orchard Oval Overpass
  Park Parks Parkways Pass Passage Path Pike Pine Pines Plain Plains Point Points Port Ports Prairie Radial Ramp Ranch Rapid
  Rapids Rest Ridge Ridges River Roads Route Shoal Shoals Shore Shores Skyway Spring Springs Spur Spurs Squares Station
  Stravenue Stream Streets Summit Trace Track Trail Tunnel Turnpike Underpass Union Unions Valley Valleys Via Viaduct View Views Village
  Villages Ville Vista Walks Wall Ways Well Wells Willows
`);

/** Short forms and names of the states of the United States. */
export const STATE =
  'A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|KS|KY|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|TN|TX|UT|V[AIT]|W[AIVY]|' +
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|' +
  'Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|' +
  'Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|' +
  'Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming';
