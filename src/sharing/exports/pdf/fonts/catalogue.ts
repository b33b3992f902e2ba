/** The file written by scripts/unpack-fonts.mjs; `ranges`: code points skipped, present, skipped, ... */
export interface CatalogueFile {
  families: {
    name: string;
    weights: number[];
    subsets: { name: string; ranges: number[] }[];
  }[];
}

export type Weight = 400 | 700;

/** A font file of a family's subset. */
export interface FontKey {
  family: string;
  subset: string;
  weight: Weight;
}

/** A family: sorted ranges of code points, each with its subset. */
interface Family {
  name: string;
  hasBold: boolean;
  subsets: string[];
  starts: Uint32Array;
  ends: Uint32Array;
  owners: Uint16Array;
}

/** Families in order of preference. */
export interface Catalogue {
  families: Family[];
}

/** Expands the file into searchable tables. */
export function openCatalogue(file: CatalogueFile): Catalogue {
  return { families: file.families.map(openFamily) };
}

function openFamily({ name, weights, subsets }: CatalogueFile["families"][number]): Family {
  const stretches: [number, number, number][] = [];
  subsets.forEach(({ ranges }, owner) => {
    let code = 0;
    for (let index = 0; index < ranges.length; index += 2) {
      const start = code + (ranges[index] ?? 0);
      code = start + (ranges[index + 1] ?? 0);
      stretches.push([start, code, owner]);
    }
  });
  stretches.sort(([a], [b]) => a - b);
  return {
    name,
    hasBold: weights.includes(700),
    subsets: subsets.map((subset) => subset.name),
    starts: Uint32Array.from(stretches, ([start]) => start),
    ends: Uint32Array.from(stretches, ([, end]) => end),
    owners: Uint16Array.from(stretches, ([, , owner]) => owner),
  };
}

/**
 * Finds the font for a code point: the first family that has it, in the requested weight or else in regular. Returns
 * null if there is none.
 */
export function findFont(
  catalogue: Catalogue,
  codePoint: number,
  weight: Weight,
  han: HanOrder,
): FontKey | null {
  for (const family of inOrder(catalogue.families, han)) {
    const subset = findSubset(family, codePoint);
    if (subset !== null) {
      return { family: family.name, subset, weight: family.hasBold ? weight : 400 };
    }
  }
  return null;
}

function findSubset({ starts, ends, owners, subsets }: Family, codePoint: number): string | null {
  let low = 0;
  let high = starts.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (starts[middle] ?? 0)) high = middle - 1;
    else if (codePoint >= (ends[middle] ?? 0)) low = middle + 1;
    else return subsets[owners[middle] ?? 0] ?? null;
  }
  return null;
}

/** The family for the glyphs of Han characters: Simplified Chinese, Japanese, Korean. */
export type HanOrder = "noto-sans-sc" | "noto-sans-jp" | "noto-sans-kr";

function inOrder(families: readonly Family[], han: HanOrder): Family[] {
  const isHan = ({ name }: Family) => /-(sc|jp|kr)$/.test(name);
  const first = families.filter(({ name }) => name === han);
  const rest = families.filter((family) => isHan(family) && family.name !== han);
  return [...families.filter((family) => !isHan(family)), ...first, ...rest];
}

/**
 * Guesses the glyph variants for Han characters in a text. Japanese and Korean texts mostly use their own letters, of
 * which a Chinese text has only a few.
 */
export function guessHanOrder(text: string): HanOrder {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const kana = count(/[\p{sc=Hira}\p{sc=Kana}]/gu);
  const hangul = count(/\p{sc=Hang}/gu);
  const han = count(/\p{sc=Han}/gu);
  if ((kana + hangul) * 5 < han || kana + hangul === 0) return "noto-sans-sc";
  return kana >= hangul ? "noto-sans-jp" : "noto-sans-kr";
}
