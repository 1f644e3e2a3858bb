/**
 * Everyday English words that occur in questions and need not occur in a corpus: without this list "grandma" or
 * "garage" might be "corrected" into the nearest medical word.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `about above after again against allowed almost alone along already also although always amount another answer
  anyone anything around asked asking aunt available away backyard balance bathroom beach because become bedroom before
  began begin behind being believe below between bottle bottom boyfriend breakfast bring brother brought building called
  calling cannot cases caused causes certain chance change check chew child choice city clean clear close closed clothes
  cloth coffee coming complain complaining complains consider could couple course cousin cover covers cross daily
  daughter describe despite difference different dinner doctor doing done double dress drink driver driving during
  each early eaten eating either empty enough every everything exact exactly example except expect explain extra
  factor family father feel feeling feels felt field final find fine finish first fixed
  floor follow following food forget found friend front full further garage garden gave general getting girl girlfriend
  give given gives giving going good grandfather grandma grandmother grandpa great ground group guess guy guys half hand
  handle hands happen happened happens having hearing heavy hello help helping here hers highest hold holding home hours
  house household however hundred hurt hurts husband ideal immediately important include includes including indicate
  inside instead into issue items itself just keep keeps kind kitchen know known label lady large last late later
  leave leaving left legal less light like likely line list little live lives living local long longer looking looks
  lost lower lunch made main make makes making male many matter maybe mean means meant meeting mention middle might
  minutes missed missing moment money month months more morning most mother move moved moves moving much must
  name near need needed needs neighbor neither never next night nobody none normal normally nothing notify number
  object objects occur offer office often older only open opened order other others ought outside over overnight
  owner page pain pair paper parent parents part partner party passed people perform person phone pick picked piece
  place places plan play please point police pool position possible prefer prepare present pretty previous probably
  problem properly provide public pull push quick quickly quite rather reach read ready really reason receive recent
  recently recommend record reduce refer regular related remember remove repeat report request require required response
  rest return right road room round route rule rules running safe said same school second secret seems seen send sent
  separate serious service set several shall should show showing shown shows sick side signs similar simple
  since single sister sitting situation size sleep slow small some someone something sometimes soon sorry sound
  south speak special standing start started starting state status stay step steps still stop stopped
  stock store street strong student stuff such sudden suddenly suggest summary suppose sure table take taken takes
  taking talk talking teacher tell telling than that their them then there these they thing things think third this
  those though thought thousand three through throw time times today together told tomorrow tonight took total touch
  toward town treat tried truck true trying turn turned twice type uncle under understand unit until unusual upon upper
  used uses using usual usually valid various very video visit wait waiting wake walk walked walking wall want wanted
  wants warm warning watch water weather week weeks weight well went were what whatever when where whether which while
  white whole whose wife will window winter wish with within without woman women wondering word words work worked
  working works world worry worse worst would wrap wrapped write wrong yard year years yellow yesterday young
  younger your yourself blue cross stable rounds rapid sized mixed grams spray pinned lift
  lifting lifted before hitting bitten stung swallowing drank dropped covered noticed acting legs arms chest back`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
