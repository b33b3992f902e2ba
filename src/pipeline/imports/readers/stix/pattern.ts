/** One comparison of a STIX pattern: `file:hashes.MD5 = '...'`. */
export interface Comparison {
  /** `ipv4-addr` in `ipv4-addr:value`. */
  type: string;
  /** `value`, or `hashes.MD5` without quotes. */
  path: string;
  /** Strings and numbers to search for. Empty for a negation, a range or a regular expression. */
  values: string[];
}

/** Maximum pattern length, enough for a few thousand hashes. */
export const MAX_PATTERN_CHARS = 1_000_000;

/** The tokens of a pattern. The first match applies. */
const TOKENS = [
  /\s+/,
  /\/\*[\s\S]*?\*\// /* a comment */,
  /'[^'\\]*(?:\\.[^'\\]*)*'/,
  /"[^"\\]*(?:\\.[^"\\]*)*"/,
  /[tbh]'[^']*'/ /* a timestamp, binary or hexadecimal constant */,
  /[[\](),]/,
  /!=|<=|>=|=|<|>/,
  /[A-Za-z0-9_-]+:(?:[A-Za-z0-9_.-]|\[(?:\d+|\*)\]|'[^']*'|"[^"]*")+/ /* an object path */,
  /[A-Za-z0-9_.:+-]+/,
];
const TOKEN = new RegExp(TOKENS.map(({ source }) => source).join("|"), "y");
/** Keywords of the language, which some tools write in lowercase. */
const KEYWORDS = new Set([
  "NOT",
  "IN",
  "LIKE",
  "MATCHES",
  "ISSUBSET",
  "ISSUPERSET",
  "EXISTS",
  "AND",
  "OR",
]);
const NUMBER = /^-?\d{1,20}$/;
const STRING = /^(['"])([\s\S]*)\1$/;

/**
 * Parses the comparisons of a STIX pattern (STIX 2.1, part 9), with the values of equality and set comparisons.
 * Returns null if the pattern is invalid.
 */
export function readPattern(pattern: string): Comparison[] | null {
  if (pattern.length > MAX_PATTERN_CHARS) return null;
  const tokens = tokenize(pattern);
  if (tokens === null || !isBalanced(tokens)) return null;
  const found: Comparison[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const [, type, path] = /^([A-Za-z0-9_-]+):(.+)$/s.exec(tokens[i] ?? "") ?? [];
    if (type === undefined || path === undefined) continue;
    // An existence test names no value.
    if (tokens[i - 1] === "EXISTS") {
      found.push({ type, path: withoutQuotes(path), values: [] });
      continue;
    }
    const isNegated = tokens[i + 1] === "NOT" || tokens[i + 1] === "!=";
    const operator = tokens[i + 1] === "NOT" ? tokens[i + 2] : tokens[i + 1];
    if (
      operator === undefined ||
      !/^(?:!?=|<=?|>=?|IN|LIKE|MATCHES|ISSUBSET|ISSUPERSET|EXISTS)$/.test(operator)
    ) {
      return null;
    }
    const first = i + (tokens[i + 1] === "NOT" ? 3 : 2);
    const values = operator === "IN" ? listAt(tokens, first) : constantsOf([tokens[first] ?? ""]);
    if (values === null) return null;
    const isNamed = !isNegated && /^(?:=|IN|ISSUBSET)$/.test(operator);
    found.push({ type, path: withoutQuotes(path), values: isNamed ? values : [] });
  }
  return found.length === 0 ? null : found;
}

function withoutQuotes(path: string): string {
  return path.replace(/['"]/g, "");
}

function tokenize(pattern: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.length) {
    const [token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) return null;
    const isBlank = /^(?:\s|\/\*)/.test(token);
    const inCapitals = token.toUpperCase();
    if (!isBlank) tokens.push(KEYWORDS.has(inCapitals) ? inCapitals : token);
  }
  return tokens;
}

/** Returns whether brackets around observations and parentheses around groups match. */
function isBalanced(tokens: readonly string[]): boolean {
  const open: string[] = [];
  for (const token of tokens) {
    if (token === "[" || token === "(") open.push(token);
    if (token === "]" && open.pop() !== "[") return false;
    if (token === ")" && open.pop() !== "(") return false;
  }
  return open.length === 0 && tokens.includes("[");
}

/** Returns the constants of a set, or null if there is none. */
function listAt(tokens: readonly string[], at: number): string[] | null {
  if (tokens[at] !== "(") return null;
  let end = at + 1;
  while (tokens[end] === "," || isConstant(tokens[end] ?? "")) end += 1;
  return tokens[end] === ")" ? constantsOf(tokens.slice(at, end)) : null;
}

function isConstant(token: string): boolean {
  return STRING.test(token) || NUMBER.test(token);
}

function constantsOf(tokens: readonly string[]): string[] {
  return tokens
    .map((token) => {
      const [, , text] = STRING.exec(token) ?? [];
      return text?.replace(/\\(.)/gs, "$1") ?? (NUMBER.test(token) ? token : undefined);
    })
    .filter((text) => text !== undefined);
}
