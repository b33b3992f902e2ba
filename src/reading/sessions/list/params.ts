import { z } from "zod";

const DAY_MS = 24 * 60 * 60 * 1000;
const FORM = "must be a date such as 2026-01-31, or a date and time such as 2026-01-31T00:00:00Z";

/** A date or a time; the moment at which it begins or, for the end of a span, the one after it. */
function momentParam(description: string, isEnd: boolean) {
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], FORM)
    .transform((text) => {
      const isDay = text.length === "2026-01-31".length;
      const after = isEnd ? (isDay ? DAY_MS : 1) : 0;
      return new Date(Date.parse(text) + after).toISOString();
    })
    .optional()
    .meta({ description, example: "2026-11-22" });
}

/** The first moment of a span. */
export const sinceParam = momentParam(
  "Return only sessions of this time or later; a date or a date and time.",
  false,
);
/** The moment after a span. */
export const untilParam = momentParam(
  "Return only sessions of this time or earlier; a date counts with its whole day.",
  true,
);
