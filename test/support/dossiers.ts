import type { Dossier } from "../../src/reading/dossiers/schema.ts";
import { json } from "./edits.ts";
import { requestJson } from "./service.ts";

/** A new dossier of sessions, and what is done with it. */
export async function newDossier(session_ids: string[], more: object = {}) {
  const { status, body } = await requestJson<Dossier>(
    "/api/dossiers",
    json("POST", { name: "The harbour intrusions", session_ids, ...more }),
  );
  if (status !== 201) throw new Error(`a dossier answered ${status}: ${JSON.stringify(body)}`);
  const path = `/api/dossiers/${body.dossier_id}`;
  return {
    id: body.dossier_id,
    path,
    created: body,
    read: async () => (await requestJson<Dossier>(path)).body,
    patch: async (given: object) =>
      await requestJson<Dossier & { detail?: string }>(path, json("PATCH", given)),
  };
}
