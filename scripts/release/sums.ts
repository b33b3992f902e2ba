/** A line as `sha256sum -c` reads it. */
const LINE = /^[0-9a-f]{64}  (\S+)$/;

/**
 * Replaces lines of SHA256SUMS, sorted by name.
 * @param noted the file of an earlier release; empty where there is none
 * @param sums hashes by file name
 * @param isCurrent whether a file still belongs to the release
 */
export function replaceSums(
  noted: string,
  sums: ReadonlyMap<string, string>,
  isCurrent: (name: string) => boolean,
): string {
  const others = noted.split("\n").flatMap((line): [string, string][] => {
    const name = LINE.exec(line)?.[1];
    const isOther = name !== undefined && !sums.has(name) && isCurrent(name);
    return isOther ? [[name, line]] : [];
  });
  const lines = [...sums].map(([name, sum]): [string, string] => [name, `${sum}  ${name}`]);
  const sorted = [...others, ...lines].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, line]) => `${line}\n`).join("");
}
