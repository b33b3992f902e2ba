/**
 * What makes a report worth reading: each list with the points per entry, and how many entries count. The limit
 * prevents a digest that names everything from ranking first.
 */
export const POINTS = [
  ["new_technique_ids", 3, 5],
  ["exploited_cve_ids", 3, 5],
  ["group_ids", 2, 5],
  ["software_ids", 1, 5],
  ["cve_ids", 1, 5],
  ["technique_ids", 1, 5],
] as const;

/** Returns the worth of a report: the sum of the points of its names. */
export function worthOf(report: Readonly<Record<(typeof POINTS)[number][0], readonly string[]>>) {
  return POINTS.reduce(
    (sum, [column, points, most]) => sum + Math.min(report[column].length, most) * points,
    0,
  );
}
