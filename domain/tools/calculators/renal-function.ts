/** Cockcroft and Gault 1976: creatinine clearance in mL/min, with a weight in kg and creatinine in mg/dL. */
export const cockcroftGault = (age: number, weight: number, creatinine: number, isFemale: boolean): number =>
  (((140 - age) * weight) / (72 * creatinine)) * (isFemale ? 0.85 : 1);

/**
 * CKD-EPI 2021, without race: glomerular filtration rate in mL/min/1.73 m², with creatinine in mg/dL. Below the knot the
 * exponent is -0.241 for women and -0.302 for men; the -0.411 often given for men is from the equation of 2009.
 */
export const ckdEpi2021 = (age: number, creatinine: number, isFemale: boolean): number => {
  const ratio = creatinine / (isFemale ? 0.7 : 0.9);
  return (
    142 *
    Math.min(ratio, 1) ** (isFemale ? -0.241 : -0.302) *
    Math.max(ratio, 1) ** -1.2 *
    0.9938 ** age *
    (isFemale ? 1.012 : 1)
  );
};

/** Devine 1974: ideal weight in kg for a height in m; 45.5 kg for women and 50 for men at 5 feet, 2.3 kg an inch above. */
export const idealWeight = (height: number, isFemale: boolean): number =>
  (isFemale ? 45.5 : 50) + 2.3 * Math.max(height / 0.0254 - 60, 0);
