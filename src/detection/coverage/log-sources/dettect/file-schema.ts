import { z } from "zod";
import { notDettect } from "./parse-dettect.ts";

const FILE_TYPE = "data-source-administration";
/** Maximum details in a file: every ATT&CK component on about twenty systems. */
export const MAX_DETAILS = 5_000;

const textOf = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? "" : String(value)))
  .default("");
/** Single-item lists are written without brackets. */
const textsOf = z
  .union([z.array(textOf), textOf])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .transform((all) => all.map((one) => one.trim()).filter((one) => one !== ""));

export const detailSchema = z.looseObject({
  applicable_to: textsOf.default(["all"]),
  date_registered: textOf,
  date_connected: textOf,
  products: textsOf.default([]),
  available_for_data_analytics: z.union([z.boolean(), textOf]).default(true),
  comment: textOf,
  data_quality: z.record(z.string(), z.unknown()).nullish(),
});
export type Detail = z.output<typeof detailSchema>;

export const fileSchema = z.looseObject({
  file_type: z.literal(FILE_TYPE, `'file_type' must be ${FILE_TYPE}`),
  platform: textsOf.default([]),
  systems: z
    .array(z.looseObject({ applicable_to: textOf, platform: textsOf.default([]) }))
    .nullish(),
  data_sources: z
    .array(
      z.looseObject({
        data_source_name: textOf,
        data_source: z.array(z.unknown()).nullish(),
      }),
    )
    .max(MAX_DETAILS),
});
export type File = z.output<typeof fileSchema>;

/** Parses a part of a file with a schema. @throws AppError `validation_error` with the place */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  pointer: string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = `${pointer}${(issue?.path ?? []).map((part) => `/${String(part).slice(0, 100)}`).join("")}`;
  throw notDettect(`${at === "" ? "" : `'${at.slice(1)}': `}${issue?.message ?? "not valid"}`, at);
}
