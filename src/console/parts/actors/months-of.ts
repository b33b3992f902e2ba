/** Returns when something was seen, by month: `2019-08 – 2021-01`. */
export function monthsOf(first: string | null, last: string | null): string {
  const months = [first, last].flatMap((date) => (date === null ? [] : [date.slice(0, 7)]));
  return [...new Set(months)].join(" – ");
}
