import { queryOptions } from "@tanstack/react-query";
import { fetchSeen } from "./bookmark.ts";
import { api, bodyOf, pageOf } from "./client.ts";
import { newId } from "./new-id.ts";
import { Problem, toProblem } from "./problem.ts";

/** Returns the waiting reports of the intake, newest first. */
export const waitingReportsQuery = (limit: number) =>
  queryOptions({
    queryKey: ["intake", "waiting", limit],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/pipeline/intake", {
          params: { query: { status: "pending", limit } },
          signal,
        }),
      ),
  });

/** The active sources whose last run failed. */
export const failingSourcesQuery = queryOptions({
  queryKey: ["sources", "failing"],
  queryFn: async ({ signal }) => {
    const query = { limit: 200 };
    const sources = await bodyOf(api.GET("/api/pipeline/sources", { params: { query }, signal }));
    return sources.filter(({ enabled, consecutive_failures: failed }) => enabled && failed > 0);
  },
});

/**
 * Analyzes the sample and returns the id of its session. Returns the same session while it exists.
 * @param key names this version of the sample and of the analyzer
 * @throws Problem
 */
export async function analyzeSample(url: string, provider: string, key: string): Promise<string> {
  const sample = await fetch(url).catch(() => null);
  if (sample?.ok !== true) throw unreachable("The sample cannot be loaded. Try again in a moment.");
  const body = new FormData();
  body.set("file", new File([await sample.blob()], "sample-report.pdf"));
  body.set("name", "Sample report");
  body.set("provider", provider);
  const first = await send(body, key);
  // An older version of the service used the key for another wording of the sample.
  const answer = first.status === 409 ? await send(body, newId()) : first;
  const found = (await answer.json().catch(() => null)) as { session_id?: string } | null;
  if (!answer.ok || typeof found?.session_id !== "string") throw toProblem(found, answer);
  return found.session_id;
}

async function send(body: FormData, key: string): Promise<Response> {
  const headers = { "Idempotency-Key": key };
  const request = new Request("/api/analyze", { method: "POST", body, headers });
  const answer = await fetchSeen(request).catch(() => null);
  if (answer === null) throw unreachable("The service cannot be reached; try again in a moment.");
  return answer;
}

const unreachable = (detail: string) => new Problem(0, "unreachable", detail, null);
