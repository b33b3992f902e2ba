import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, pageOf, type Schema } from "./client.ts";

export type Import = Schema<"Import">;
export type ImportResult = Schema<"ImportResult"> & Partial<MatrixFacts>;
export type Receipt = Schema<"Receipt">;
export type ReceiptOutcome = Receipt["outcome"];
export type PreviewedReport = Schema<"PreviewedReport">;
type MatrixFacts = Omit<Schema<"MatrixImportResult">, keyof Schema<"ImportResult">>;

/** Outcomes for an object or file, most relevant first. */
export const RECEIPT_OUTCOMES = [
  "failed",
  "created",
  "updated",
  "attached",
  "duplicate",
  "unchanged",
  "ignored",
  "filtered",
  "passed_over",
] as const satisfies readonly ReceiptOutcome[];

/** Kinds of import files, also used in addresses. */
export const FILE_KINDS = ["stix", "sharing_events", "ml_matrix"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The release in which names and ids are resolved; a matrix uses its own. */
export interface ImportRelease {
  domain?: string | undefined;
  version?: string | undefined;
}

const at = (id: string) => ({ path: { id } });
const LOOK_MS = 3_000;

/** Returns imports, newest first. */
export const importsQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["imports", query],
    queryFn: ({ signal }) =>
      pageOf(api.GET("/api/pipeline/imports", { params: { query }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "running") === true ? LOOK_MS : false,
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ["imports", id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/pipeline/imports/{id}", { params: at(id), signal })),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? LOOK_MS : false),
  });

/** Returns the outcome of each object, in the order of the file. */
export const receiptsQuery = (
  id: string,
  query: { limit: number; offset: number; outcome?: ReceiptOutcome },
) =>
  queryOptions({
    queryKey: ["imports", id, "receipts", query],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/pipeline/imports/{id}/receipts", { params: { ...at(id), query }, signal }),
      ),
  });

/** Imports a file. A dry run stores nothing and returns what would be imported. */
export function importFile(
  file: File,
  kind: FileKind,
  { domain, version }: ImportRelease,
  isDry: boolean,
): Promise<ImportResult> {
  const dry: { dry_run: "true" | "false"; filename: string } = {
    dry_run: isDry ? "true" : "false",
    filename: file.name.slice(0, MAX_NAME),
  };
  const isPacked = /\.gz$/iu.test(file.name);
  const rest = {
    body: "",
    bodySerializer: () => file,
    headers: {
      "Content-Type": "application/octet-stream",
      ...(isPacked && { "Content-Encoding": "gzip" }),
    },
  };
  if (kind === "ml_matrix") {
    const query = { ...dry, ...(version !== undefined && { version }) };
    return bodyOf(api.POST("/api/pipeline/import/ml_matrix", { params: { query }, ...rest }));
  }
  const query = {
    ...dry,
    ...(domain !== undefined && { domain: domain as Domain }),
    ...(version !== undefined && { version }),
  };
  return kind === "stix"
    ? bodyOf(api.POST("/api/pipeline/import/stix", { params: { query }, ...rest }))
    : bodyOf(api.POST("/api/pipeline/import/sharing_events", { params: { query }, ...rest }));
}

type Domain = "enterprise-attack";
const MAX_NAME = 255;
