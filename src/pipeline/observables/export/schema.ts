import { z } from "zod";
import { booleanParam } from "../../../platform/http/params.ts";
import { observableFilters } from "../params.ts";

/** Export formats. */
export const EXPORT_FORMATS = ["ndjson", "csv", "stix", "misp", "txt"] as const;

/** Programs read these formats and would take a defanged value literally. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(["stix", "misp"]);

/** Options of an export. */
export const exportQuerySchema = z
  .object({
    ...observableFilters,
    format: z.enum(EXPORT_FORMATS).default("ndjson").meta({
      description:
        "`ndjson`, `csv`, `stix` (a STIX 2.1 bundle), `misp` (an event of MISP's core format) or `txt` (one value a line; without `role` only the roles indicator and mentioned, without `active` only what has not expired).",
    }),
    defang: booleanParam(false).meta({
      description: "Write values so that nobody clicks on them; not for `stix` and `misp`.",
    }),
  })
  .refine(({ format, defang }) => !(defang && FOR_PROGRAMS.has(format)), {
    path: ["defang"],
    error: "must not be true for the formats stix and misp",
  });
export type ExportQuery = z.output<typeof exportQuerySchema>;
