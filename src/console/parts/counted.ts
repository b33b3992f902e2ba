/** Returns a number with the noun for it, such as `1 report` or `1,200 reports`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
