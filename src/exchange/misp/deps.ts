import type { ExportDeps } from "../../sharing/exports/deps.ts";

/** What the MISP feed takes. */
export type MispDeps = ExportDeps;
