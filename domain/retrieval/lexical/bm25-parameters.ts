/** BM25 saturation; 1.2 is the usual value (Robertson and Zaragoza, 2009, section 3.4.4). */
export const saturation = 1.2;
/** BM25F field weights, and the strength of length normalization (0: none, 1: full). */
export const bodyLengthNormalization = 0.6;
export const titleWeight = 3;
export const sectionWeight = 1.5;
