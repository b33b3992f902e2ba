import { z } from "zod";
import { cleanLine, cleanLines } from "../../../platform/lib/clean-text.ts";
import { SOURCE_KINDS } from "../telemetry/collected-source.ts";
import { isSigmaName, parseSigmaName } from "../telemetry/sigma-name.ts";
import {
  MAX_CHANNEL_CHARS,
  MAX_CHANNELS,
  MAX_ENTRIES,
  MAX_NAME_CHARS,
  MAX_NOTE_CHARS,
  MAX_PLATFORM_CHARS,
  MAX_PLATFORMS,
  MAX_PRODUCT_CHARS,
  MAX_PRODUCTS,
} from "./vocabulary.ts";

const line = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .transform(cleanLine)
    .refine((text) => text !== "", "must not be blank");

const score = z.int().min(0).max(5);

const quality = z
  .object({
    device_completeness: score,
    data_field_completeness: score,
    timeliness: score,
    consistency: score,
    retention: score,
  })
  .meta({ id: "DataQuality", description: "Scores of DeTT&CT, from 0 to 5." });

const name = line(MAX_NAME_CHARS).refine(
  (text) => !isSigmaName(text) || parseSigmaName(text) !== null,
  "must name category, product or service once each, as in sigma:product=okta,service=okta",
);

const day = z.iso.date("must be a date such as 2026-01-31");

export const logSourceEntryInput = z
  .object({
    kind: z.enum(SOURCE_KINDS).default("log_source").meta({
      description:
        "`component`: a data component of ATT&CK, which stands for every log source that feeds it.",
    }),
    name: name.meta({
      description:
        "Name of the log source or component as ATT&CK has it. What ATT&CK has no name for is written as a log source of Sigma: `sigma:product=okta,service=okta`.",
      example: "WinEventLog:Sysmon",
    }),
    channels: z
      .array(line(MAX_CHANNEL_CHARS))
      .max(MAX_CHANNELS)
      .default([])
      .meta({ description: "Channels that are collected; empty: all.", example: ["EventCode=1"] }),
    platforms: z
      .array(line(MAX_PLATFORM_CHARS))
      .max(MAX_PLATFORMS)
      .default([])
      .meta({
        description: "Platforms that it is collected on; empty: all.",
        example: ["Windows"],
      }),
    note: z
      .string()
      .max(MAX_NOTE_CHARS, `must have at most ${MAX_NOTE_CHARS} characters`)
      .transform((text) => cleanLines(text).trim())
      .default(""),
    since: day.nullable().default(null).meta({
      description: "Date since which it is collected; null if not known.",
      example: "2026-01-31",
    }),
    products: z
      .array(line(MAX_PRODUCT_CHARS))
      .max(MAX_PRODUCTS)
      .default([])
      .meta({
        description: "Products that the data comes from, in words of the team.",
        example: ["Sysmon 15"],
      }),
    quality: quality.nullable().default(null),
  })
  .refine(({ kind, channels }) => kind === "log_source" || channels.length === 0, {
    error: "must be empty: a component stands for whole log sources",
    path: ["channels"],
  })
  .meta({ id: "LogSourceEntryInput" });

export const inventoryInputSchema = z
  .object({
    entries: z.array(logSourceEntryInput).max(MAX_ENTRIES),
    revision: z.int().min(0).optional().meta({
      description: "Revision that the list was made from; 409 if another one is stored by now.",
    }),
  })
  .meta({ id: "LogInventoryInput" });

const entry = z
  .object({
    kind: z.enum(SOURCE_KINDS),
    name: z.string().meta({ example: "WinEventLog:Sysmon" }),
    channels: z.array(z.string()),
    platforms: z.array(z.string()),
    note: z.string(),
    since: z.string().nullable(),
    products: z.array(z.string()),
    quality: quality.nullable(),
  })
  .meta({ id: "LogSourceEntry" });

export const inventorySchema = z
  .object({
    revision: z.int().meta({ description: "Number of changes so far; 0 before the first." }),
    entries: z.array(entry).meta({ description: "Sorted by name." }),
    updated_by: z.string().nullable(),
    updated_at: z.string().nullable(),
    domain: z.string(),
    version: z.string().nullable().meta({
      description: "Release that the names were looked up in; null if none is ingested.",
    }),
    unknown_names: z.array(z.string()).meta({
      description: "Names of entries that the release does not have; they stay in the list.",
    }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "LogInventory" });

export const dettectImportSchema = inventorySchema
  .extend({
    imported: z.int().meta({ description: "Number of entries that the file gives." }),
    merged: z.int().meta({
      description: "Number of details that say the same as another one, but for note or date.",
    }),
    passed_over: z
      .array(z.object({ pointer: z.string(), name: z.string(), reason: z.string() }))
      .meta({
        description: "What the file lists as not available.",
      }),
  })
  .meta({ id: "LogInventoryImport" });

export type LogSourceEntry = z.output<typeof entry>;
export type LogInventoryView = z.output<typeof inventorySchema>;
export type InventoryInput = z.output<typeof inventoryInputSchema>;
export type DettectImport = z.output<typeof dettectImportSchema>;
