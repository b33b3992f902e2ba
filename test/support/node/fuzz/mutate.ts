/** Answers numbers from 0 to below 1; the same seed gives the same ones. */
export type Random = () => number;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const ODD_NAMES = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "",
  "\u0000",
  "😀",
  "a/b~c",
];

/** One of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("there is nothing to choose from");
  return found;
}

/** What stands in the place of a value: other types, odd names, sizes beyond every limit. */
function oddValue(random: Random): Json {
  const kinds: (() => Json)[] = [
    () => null,
    () => true,
    () => pick(random, [0, -1, 1e308, -0.5, 2 ** 53]),
    () => "",
    () => pick(random, ODD_NAMES),
    () => pick(random, ["\ud800", "\u0000", "\u202e\u200b", "\r\n\t", "'\"`;--", "%s${x}{{y}}"]),
    () =>
      pick(random, ["x", "1", "<", "[", "\\", "é", "漢"]).repeat(
        pick(random, [300, 5_000, 70_000]),
      ),
    () => "y".repeat(pick(random, [1_000, 10_001, 1_200_000])),
    () =>
      pick(random, ["javascript:alert(1)", "http://", "https://a.xyz/%zz", "T1059", "9999-99-99"]),
    () => [],
    () => Array.from({ length: pick(random, [1, 40]) }, () => pick(random, ["a", null, 7, ["b"]])),
    () => JSON.parse('{"__proto__":{"a":1},"constructor":{"b":[]},"type":7,"id":{}}') as Json,
    () => Array.from({ length: 40 }).reduce<Json>((inner) => [inner], "deep"),
  ];
  return pick(random, kinds)();
}

/** A value with one thing in it changed: a place, a name, what is said twice or not at all. */
export function mutateJson(value: unknown, random: Random): unknown {
  const copy = structuredClone(value) as Json;
  const places: { parent: Json[] | { [key: string]: Json }; key: string | number }[] = [];
  const gather = (node: Json): void => {
    if (Array.isArray(node)) {
      for (const [key, inner] of node.entries()) {
        places.push({ parent: node, key });
        gather(inner);
      }
    } else if (typeof node === "object" && node !== null) {
      for (const [key, inner] of Object.entries(node)) {
        places.push({ parent: node, key });
        gather(inner);
      }
    }
  };
  gather(copy);
  if (places.length === 0 || random() < 0.03) return oddValue(random);
  const { parent, key } = pick(random, places);
  const at = parent as Record<string | number, Json>;
  const how = random();
  if (how < 0.55) at[key] = oddValue(random);
  else if (how < 0.7) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete at[key];
  } else if (how < 0.85) {
    const name = pick(random, ODD_NAMES);
    const own = { value: at[key], enumerable: true, configurable: true, writable: true };
    Object.defineProperty(parent, Array.isArray(parent) ? key : name, own);
  } else {
    const known = at[key] ?? null;
    at[key] = typeof known === "string" ? mutateText(known, random) : [known, known];
  }
  return copy;
}

/** A text with a piece of it cut, repeated, moved or replaced by signs that mean something. */
export function mutateText(text: string, random: Random): string {
  const from = Math.floor(random() * (text.length + 1));
  const to = Math.min(text.length, from + Math.floor(random() * 60));
  const piece = text.slice(from, to);
  const signs = [
    "<div>",
    "</i>",
    "&#x",
    "\u0000",
    "\ud83d",
    "[[",
    "]]",
    "{",
    '"',
    "\\u",
    "- ",
    ": ",
  ];
  const middle = pick(random, [
    () => "",
    () => piece.repeat(pick(random, [2, 30, 2_000])),
    () => pick(random, signs).repeat(pick(random, [1, 50, 5_000])),
    () => Array.from(piece).toReversed().join(""),
    () => pick(random, ODD_NAMES),
  ])();
  return text.slice(0, from) + middle + text.slice(to);
}
