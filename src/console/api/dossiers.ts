import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf, ifMatch, pageOf, type Schema, type Stated, statedOf } from "./client.ts";

export type Dossier = Schema<"Dossier">;
export type DossierListItem = Schema<"DossierListItem">;
export type DossierInput = Schema<"DossierInput">;
export type DossierChange = Schema<"DossierChange">;
export type DossierTechnique = Schema<"DossierTechnique">;
export type Statement = Schema<"DossierStatement">;
export type DossierSession = Schema<"DossierSession">;

const at = (dossierId: string) => ({ path: { dossier_id: dossierId } });

export const dossiersQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ["dossiers", "list", query],
    queryFn: ({ signal }) => pageOf(api.GET("/api/dossiers", { params: { query }, signal })),
  });

/** Returns a dossier with its entity tag. */
export const dossierQuery = (dossierId: string) =>
  queryOptions({
    queryKey: ["dossiers", dossierId],
    queryFn: ({ signal }): Promise<Stated<Dossier>> =>
      statedOf(api.GET("/api/dossiers/{dossier_id}", { params: at(dossierId), signal })),
  });

export const timelineQuery = (dossierId: string) =>
  queryOptions({
    queryKey: ["dossiers", dossierId, "timeline"],
    queryFn: ({ signal }) =>
      bodyOf(api.GET("/api/dossiers/{dossier_id}/timeline", { params: at(dossierId), signal })),
  });

export const createDossier = (body: DossierInput): Promise<Dossier> =>
  bodyOf(api.POST("/api/dossiers", { body }));

/** @throws Problem with the current state if it has changed in the meantime */
export const changeDossier = (
  dossierId: string,
  body: DossierChange,
  etag: string,
): Promise<Stated<Dossier>> =>
  statedOf(
    api.PATCH("/api/dossiers/{dossier_id}", {
      params: { ...at(dossierId), ...ifMatch(etag) },
      body,
    }),
  );

/** @throws Problem like `changeDossier` */
export async function deleteDossier(dossierId: string, etag: string): Promise<void> {
  await bodyOf(
    api.DELETE("/api/dossiers/{dossier_id}", { params: { ...at(dossierId), ...ifMatch(etag) } }),
  );
}

/** The export formats of a dossier. */
export const DOSSIER_FORMATS = [
  { format: "markdown", name: "Markdown" },
  { format: "csv", name: "CSV" },
  { format: "json", name: "JSON" },
  { format: "stix", name: "STIX" },
] as const;

/** Returns the address of a dossier export. */
export const dossierFile = (dossierId: string, format: string) =>
  `/api/dossiers/${dossierId}/export?format=${format}`;
