import { z } from "zod";

/** A whole number that is at least `least`. */
export const wholeNumber = (fallback: number, least = 1) =>
  z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .default(fallback);
/** `true` or `false`, false by default. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false"], "must be true or false"))
  .transform((value) => value === "true")
  .default(false);
/** `true` or `false`, true by default. */
export const on = flag.unwrap().default(true);
/** A comma-separated list, in lower case. */
export const list = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim().toLowerCase()))
  .transform((parts) => parts.filter((part) => part !== ""))
  .default([]);
/** A URL that begins with http:// or https://. */
export const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "must be an http(s) URL");
/** An amount in the operator's currency. */
export const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, "must be an amount such as 0.25")
  .transform(Number)
  .optional();

/** An origin such as `https://cti.example.org`, in lower case. */
export const webOrigin = webAddress
  .refine(
    (value) => URL.parse(value)?.origin === value.toLowerCase(),
    "must be an origin such as https://cti.example.org, without a path",
  )
  .transform((value) => value.toLowerCase());

/** A value that no log or response shows. */
export const secret = z.string().min(1).optional().meta({ secret: true });
/** A secret long enough to resist guessing. */
export const longSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 characters of ASCII without spaces")
  .optional()
  .meta({ secret: true });

/** Adds a one-sentence description to a setting. */
export function described<T extends z.ZodType>(form: T, meaning: string): T {
  return form.meta({ ...form.meta(), description: meaning });
}

/** Returns a setting's description and whether its value is secret. */
export function aboutSetting(form: z.ZodType): { meaning: string; isSecret: boolean } {
  const { description = "", secret: isSecret = false } = form.meta() ?? {};
  return { meaning: description, isSecret: isSecret === true };
}
