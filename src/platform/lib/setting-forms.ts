import { z } from "zod";

/** A whole number, of at least `least`. */
export const wholeNumber = (fallback: number, least = 1) =>
  z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`)
    .default(fallback);
/** `true` or `false`; false unless set. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["true", "false"], "must be true or false"))
  .transform((value) => value === "true")
  .default(false);
/** The same, true unless set. */
export const on = flag.unwrap().default(true);
/** Parts between commas, in lower case. */
export const list = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim().toLowerCase()))
  .transform((parts) => parts.filter((part) => part !== ""))
  .default([]);
/** An address that begins with http:// or https://. */
export const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "must be an http(s) URL");
/** An amount of money, in the currency of the operator. */
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

/** A value that no log and no answer shows. */
export const secret = z.string().min(1).optional().meta({ secret: true });
/** A secret that nobody may guess. */
export const longSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 characters of ASCII without spaces")
  .optional()
  .meta({ secret: true });

/** A setting with what it means, in one sentence. */
export function described<T extends z.ZodType>(form: T, meaning: string): T {
  return form.meta({ ...form.meta(), description: meaning });
}

/** What a setting means, and whether its value is shown to nobody. */
export function aboutSetting(form: z.ZodType): { meaning: string; isSecret: boolean } {
  const { description = "", secret: isSecret = false } = form.meta() ?? {};
  return { meaning: description, isSecret: isSecret === true };
}
