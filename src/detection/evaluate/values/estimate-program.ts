const QUANTIFIER = /\{(\d{1,9})(,(\d{0,9}))?\}/y;

/**
 * Estimates the program size of a regular expression from its text. Repetitions are expanded, so a short text may
 * compile to a large program. Compiling it would take time and memory before its size is known.
 */
export function estimateProgram(source: string): number {
  /** Sizes of the open groups, outermost first, and of the last element in each. */
  const totals = [0];
  let last = 0;
  const add = (size: number) => {
    totals.push((totals.pop() ?? 0) + size);
    last = size;
  };
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i] ?? "";
    QUANTIFIER.lastIndex = i;
    const counted = char === "{" ? QUANTIFIER.exec(source) : null;
    if (counted !== null) {
      const [whole, least = "1", range, most = ""] = counted;
      const times = range !== undefined && most === "" ? Number(least) + 1 : Number(most || least);
      add(last * Math.max(0, times - 1));
      i += whole.length - 1;
    } else if (char === "(") totals.push(0);
    else if (char === ")" && totals.length > 1) {
      const size = (totals.pop() ?? 0) + 2;
      add(size);
    } else if (char === "[") {
      i = endOfClass(source, i);
      add(1);
    } else {
      if (char === "\\") i += 1;
      add(1);
    }
  }
  return totals.reduce((sum, size) => sum + size, 0);
}

/** Returns the end of a character class. A leading bracket is part of the class. */
function endOfClass(source: string, start: number): number {
  let i = start + 1;
  if (source[i] === "^") i += 1;
  if (source[i] === "]") i += 1;
  while (i < source.length && source[i] !== "]") i += source[i] === "\\" ? 2 : 1;
  return i;
}
