/** `1 point`, `4.5 points`. */
export const pointsText = (score: number): string => `${score} ${Math.abs(score) === 1 ? 'point' : 'points'}`;
