import type { Marking } from "../content/marking.ts";
import { type Colour, COLOURS } from "../pdf/layout/style.ts";

/** Colors of TLP 2.0 (FIRST). */
export const MARKING_COLOURS: Record<Marking["level"], Colour> = {
  clear: COLOURS.tlpClear,
  green: COLOURS.tlpGreen,
  amber: COLOURS.tlpAmber,
  "amber+strict": COLOURS.tlpAmber,
  red: COLOURS.tlpRed,
};
