import { form, requestJson } from "./service.ts";
import type { HistoryEntry } from "../../src/reading/review/history/schema.ts";
import type { Analysis, TechniqueResult } from "../../src/reading/sessions/schema.ts";

/** What the tests of edits read: two techniques, one with a revoked id, and a sentence about a third. */
export const EDITED_REPORT =
  "APT29 ran T1059.001 on the host.\nMail came first (T1566).\nThe “loader”   was\nput beside a signed program.";

export const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** A new session and the paths below it. */
export async function newSession(text = EDITED_REPORT, fields: Record<string, string> = {}) {
  const { body } = await requestJson<Analysis>("/api/analyze", form({ text, ...fields }));
  const path = `/api/analyze/sessions/${body.session_id}`;
  return {
    id: body.session_id,
    path,
    read: async () => (await requestJson<Analysis>(`/api/analyze/${body.session_id}`)).body,
    technique: async (attackId: string) =>
      (await requestJson<Analysis>(`/api/analyze/${body.session_id}`)).body.techniques.find(
        (technique) => technique.attack_id === attackId,
      ),
    add: async (given: object) => await requestJson(`${path}/techniques`, json("POST", given)),
    patch: async (attackId: string, given: object) =>
      await requestJson(`${path}/techniques/${attackId}`, json("PATCH", given)),
    update: async (given: object) => await requestJson(path, json("PATCH", given)),
    history: async (query = "") => await requestJson<HistoryEntry[]>(`${path}/history${query}`),
    review: async (changes: object, headers: Record<string, string> = {}) =>
      await requestJson<TechniqueResult[] & { code?: string; detail?: string; current?: unknown }>(
        `${path}/techniques/review`,
        { ...json("POST", { changes }), headers },
      ),
    undo: async (changeId: string | undefined, query = "") =>
      await requestJson<HistoryEntry & { code?: string; detail?: string }>(
        `${path}/history/${changeId}/undo${query}`,
        json("POST"),
      ),
  };
}
