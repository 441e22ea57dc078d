/** Round numbers for the axis of a chart. */

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * The labels of a chart's axis: four equal integer steps from 0 to at least `highest`; only 0 without data.
 */
export function axisTicks(highest: number): readonly number[] {
  if (highest <= 0) return [0];
  const least = highest / 4;
  const power = Math.max(1, 10 ** Math.floor(Math.log10(least)));
  const step = ROUND.map((factor) => factor * power).find((each) => each >= least && Number.isInteger(each)) ?? least;
  return [0, 1, 2, 3, 4].map((count) => count * step);
}
