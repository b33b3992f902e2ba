import { type Heat, HEATS } from "../../../parts/heat/heat.ts";

/** The colors of a picture. */
export interface Palette {
  page: string;
  text: string;
  quiet: string;
  line: string;
  accent: string;
  heats: Record<Heat, { back: string; front: string }>;
}

/** Returns the page's design tokens in their light values, because pictures go into printed reports. */
export function readPalette(): Palette {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.colorScheme = "light";
  document.body.append(probe);
  const colourOf = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const of = (heat: number) => ({
    back: colourOf(`heat-${heat}`),
    front: colourOf(`on-heat-${heat}`),
  });
  const [one, two, three, four, five] = HEATS;
  const palette: Palette = {
    page: colourOf("page"),
    text: colourOf("text"),
    quiet: colourOf("quiet"),
    line: colourOf("line"),
    accent: colourOf("accent"),
    heats: {
      0: { back: colourOf("page"), front: colourOf("text") },
      1: of(one),
      2: of(two),
      3: of(three),
      4: of(four),
      5: of(five),
    },
  };
  probe.remove();
  return palette;
}
