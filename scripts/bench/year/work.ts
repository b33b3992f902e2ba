import { createHash } from "node:crypto";
import { largeStixBundle } from "../../../test/support/node/large-imports.ts";
import { analyse } from "../../../test/support/node/service.ts";

const ACTIONS = [
  "The actor sent spearphishing mails with a malicious attachment and used PowerShell to fetch a loader.",
  "They dumped credentials from the memory of LSASS and moved laterally over Remote Desktop.",
  "A scheduled task was created for persistence, and event logs were cleared afterwards.",
  "Data was archived with WinRAR and exfiltrated over the channel that was already open to the server.",
];
const FILLER =
  "The victims are manufacturers and their suppliers, and the campaign has been under way since spring. ";

/** Observables per report. */
export const BY_REPORT = 40;
/** Characters per report. */
export const REPORT_CHARS = 10_000;

/** Returns a report of a typical length, with unique values. */
export function reportText(n: number): string {
  const values = Array.from({ length: BY_REPORT }, (_, at) => {
    const place = n * BY_REPORT + at;
    return at % 2 === 0
      ? `gate-${place}[.]evil-${n}[.]com`
      : createHash("sha256").update(`file ${place}`).digest("hex");
  });
  const body = ACTIONS.map((action) => `${action} ${FILLER.repeat(20)}`).join("\n\n");
  const text = `# Report ${n} on an intrusion\n\n${body}`;
  return `${text.slice(0, REPORT_CHARS - 2_500)}\n\n## Indicators\n\n${values.join("\n")}\n`;
}

/** Analyzes a report and returns the id of its session. */
export async function analyseReport(url: string, n: number): Promise<string> {
  const { status, body } = await analyse(url, { text: reportText(n), name: `Report ${n}` });
  if (status !== 200) throw new Error(`${status}: ${body.detail}`);
  const found = body.entities.observables.length;
  if (found < BY_REPORT) throw new Error(`Only ${found} observables were found in report ${n}`);
  return body.session_id;
}

/** Imports a bundle. Returns the number of its observables. */
export async function importBundle(url: string, name: string, bytes: number): Promise<number> {
  const bundle = new Blob([new Uint8Array(largeStixBundle(name, bytes))]);
  const answer = await send(url, "/api/pipeline/import/stix", { method: "POST", body: bundle });
  return (JSON.parse(answer) as { observables_created: number }).observables_created;
}

/**
 * Sends a request and reads the response to its end.
 * @throws Error unless it succeeds
 */
export async function send(url: string, path: string, init: RequestInit = {}): Promise<string> {
  const ask = async () => await fetch(`${url}${path}`, init);
  // The runtime closes a connection that was idle for some seconds, which a client notices only on use.
  const answer = await ask().catch(ask);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

/** Returns what analysts read, by name. Each run sends another request, so that no cached response is used. */
export function readsOf(
  sessionId: string,
): Record<string, (url: string, run: number) => Promise<unknown>> {
  const get = (path: (run: number) => string) => async (url: string, run: number) =>
    await send(url, path(run));
  const pages = { observables: "/api/pipeline/observables" };
  return {
    "list sessions": get((run) => `/api/analyze/sessions?limit=${50 + run}`),
    "open a session": async (url, run) => {
      await send(url, `/api/analyze/${sessionId}?explain=${String(run % 2 === 0)}`);
      await send(url, `/api/analyze/${sessionId}/outline`);
      await send(url, `/api/analyze/${sessionId}/text`);
      await send(url, `/api/analyze/sessions/${sessionId}/comments`);
      await send(url, `/api/analyze/sessions/${sessionId}/history`);
    },
    "its observables": get(
      (run) => `${pages.observables}?session_id=${sessionId}&limit=${50 + run}`,
    ),
    "compare a session": async (url, run) =>
      await send(url, `/api/analyze/sessions/${sessionId}/compare?top_n=${10 + run}`, {
        method: "POST",
      }),
    "compare techniques": async (url, run) => {
      const technique_ids = ["T1059.001", "T1003.001", `T1566.00${1 + (run % 3)}`];
      await send(url, "/api/apt/compare", {
        method: "POST",
        body: JSON.stringify({ technique_ids }),
      });
    },
    "list observables": get((run) => `${pages.observables}?limit=${50 + run}`),
    "observables in most reports": get(
      (run) => `${pages.observables}?sort=reports&limit=${50 + run}`,
    ),
    "active observables": get((run) => `${pages.observables}?active=true&limit=${50 + run}`),
    "find an observable": get((run) => `${pages.observables}?q=host-77776${run}`),
    "find a network": get((run) => `${pages.observables}?q=10.7.${run}.0/24`),
    "list collected reports": get((run) => `/api/pipeline/intake?limit=${50 + run}`),
    coverage: get(() => "/api/coverage"),
    trends: get((run) => `/api/trends?limit=${10 + run}`),
    "verify the audit trail": get(() => "/api/pipeline/audit/verify"),
    "export a block list": get(() => `${pages.observables}/export?format=txt`),
    "read metrics": get(() => "/metrics"),
  };
}
